/** trpc-agent-go (seeds/002): an overview of names and descriptions, then the bodies and documents that were asked for. */
import { listedSkills } from '../../../shared/skill-list.ts';
import { basePrompt, workspaceWithScripts } from '../prompt/base-prompt.ts';
import { cappedList, isCapped, nameLine } from './capped-list.ts';
import { catalogPart, moreLine } from './catalog-part.ts';
import type { DialectPrompt } from './types.ts';

const GUIDANCE = [
  'Tooling and workspace guidance:',
  "- skill_load brings a skill's instructions into the context, skill_list_docs names its documents, skill_select_docs adds, replaces or clears those that you need. Prefer few documents to all.",
  "- skill_run runs one command in a copy of the skill's own folder, where out/, work/ and inputs/ are the workspace's. Give scripts by their interpreter and path. It installs nothing and adds nothing to PATH.",
  '- Name what a command needs in inputs (artifact://, host://, workspace://, skill://); it is put into $WORK_DIR/inputs first.',
  '- For a program that asks questions use skill_exec: answer its prompt with skill_write_stdin, look again with skill_poll_session, end it with skill_kill_session. It ends with your turn, so ask the person for their answers before you start it.',
  '- Write files for the person into $OUTPUT_DIR and name them in output_files (such as out/*.txt) or in outputs, which also saves them as artifacts; scratch files belong in $WORK_DIR.',
  '- Where a document and what a command prints disagree, trust what it prints. Do not run a command again whose result you have.',
].join('\n');

export const trpc: DialectPrompt = {
  basePrompt: basePrompt([
    'Under "Available skills" you see only the name and description of each. Text under "[Loaded] name" is in your context.',
    "When a request matches a skill's description, call skill_load with its name before anything else, then follow its instructions. Do not load a skill that the request does not need.",
    'When the instructions say to read a file of the skill, or a script reports an error, select the named document with skill_select_docs and use what it says.',
    "Run a skill's scripts with skill_run. What is loaded may go with the turn: load it again when a later message needs it and it is no longer there.",
  ]),
  workspaceSection: workspaceWithScripts,
  list: (_state, { skills, more }) => ({
    head: 'Available skills:',
    skills: skills.map((skill) => [skill.id, nameLine(skill)]),
    ...moreLine(more),
  }),
  sections: (state) =>
    catalogPart(isCapped(state) ? cappedList(state) : trpc.list(state, listedSkills(state)), `\n\n${GUIDANCE}`),
  instructions: async ({ body }) => body,
  skillText: (skill) => `[Loaded] ${skill.id}\n\n${skill.instructions}`,
  referenceText: (skill, reference) => `[Doc] ${skill.id} - ${reference.path}\n\n${reference.text}`,
  /** Each skill, then its documents. */
  loadedSections: (documents) => {
    const skills = documents.filter(({ part }) => part.kind === 'skill');
    return skills.flatMap((skill) => [
      skill,
      ...documents.filter(({ part }) => part.kind === 'reference' && part.skill === skill.part.skill),
    ]);
  },
};
