/** agent-core's one skill tool (seeds/003): the catalog in its description, the body as its result. */
import { z } from 'zod';
import { listedSkills, moreSkills, nameLines } from '../../../shared/skill-list.ts';
import { defineTool, withField } from '../define-tool.ts';
import { ToolFailure } from '../tool-failure.ts';
import type { ToolContext } from '../types.ts';
import { loadSkillText } from './loaded-result.ts';
import { matchSkill, onlyPerson, personsSkill, SKILL_ALIASES } from './skill-ids.ts';

const SKILL = 'The skill ID to execute';

export const skill = defineTool({
  name: 'skill',
  group: 'skills',
  description: 'Execute a skill.',
  schema: z.object({ skill: z.string().min(1).describe(SKILL) }),
  aliases: SKILL_ALIASES('skill'),
  forList(list, parameters) {
    // The list shows names, as agent-core's does; an id that differs from its name is listed in the field.
    const ids = list.skills.filter(({ id, name }) => id !== name).map(({ id, name }) => `${id} (${name})`);
    return {
      description: `Execute a skill. Available skills:\n${nameLines(list).join('\n')}`,
      parameters:
        ids.length === 0 ? parameters : withField(parameters, 'skill', { description: `${SKILL}: ${ids.join(', ')}` }),
    };
  },
  ready: ({ skill: given }, context) => ({
    async execute() {
      const entry = matchSkill(given, context);
      if (entry === undefined) throw notFound(given, context);
      const result = await loadSkillText(entry.id, context);
      // It went from the disk since the request was sent.
      if (matchSkill(entry.id, context) === undefined && !result.ok) throw notFound(given, context);
      return result;
    },
  }),
});

/** Uses agent-core's wording. */
function notFound(given: string, context: ToolContext): ToolFailure {
  const { host } = context;
  const persons = personsSkill(given, context);
  if (persons !== undefined) return new ToolFailure(onlyPerson(persons.id));
  const { skills, more } = listedSkills(host.state());
  const ids = skills.map(({ id }) => id).join(', ');
  const others = more === 0 ? '' : ` ${moreSkills(more)}`;
  return new ToolFailure(`Skill not found: ${given}. Available skills: ${ids || 'none'}${others}`);
}
