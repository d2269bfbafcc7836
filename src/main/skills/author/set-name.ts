/** The name in a front matter, and nothing else of the file. */
import { detailed } from '../../../shared/messages/detail.ts';
import { replaceField } from '../lint/fields.ts';
import { partsOf } from '../lint/read-skill.ts';
import type { LintSkill } from '../lint/types.ts';
import { scalar } from './templates.ts';

/**
 * Replaces the name in the text. A file without front matter is returned unchanged, as it has no name.
 * @throws SkilldeckError `bad-input` if the name is written in a form that cannot be replaced.
 */
export function withName(text: string, name: string): string {
  const parts = partsOf(Buffer.from(text));
  if (parts.front === undefined) return text;
  const skill: LintSkill = {
    ...parts,
    id: name,
    dir: '',
    file: '',
    bodyTokens: 0,
    loadTokens: 0,
    references: [],
    scripts: [],
    entries: [],
    files: [],
    odd: [],
    shadowedBy: undefined,
    skillBudget: 0,
  };
  if (!parts.front.fields.has('name')) return withNewField(text, parts.front.firstLine, `name: ${scalar(name)}`);
  const change = replaceField(skill, 'name', scalar(name));
  if (change?.kind === 'write') return change.after;
  throw detailed('bad-input', 'skill-name-line');
}

function withNewField(text: string, firstLine: number, line: string): string {
  const parts = text.split(/(\r\n|\n|\r)/);
  const at = 2 * (firstLine - 1);
  return [...parts.slice(0, at), line, parts[at - 1] ?? '\n', ...parts.slice(at)].join('');
}
