/** The dialects besides `omni`: what each tells the model of skills, in the words of its system. */

import path from 'node:path';
import type { CatalogEntry, Dialect } from '../../shared/events.ts';
import type { SessionState } from '../../shared/session-state.ts';
import { listedSkills, nameLines, skillWords } from '../../shared/skills/skill-list.ts';
import {
  basePrompt,
  catalogPart,
  type DialectPrompt,
  type ListText,
  MARKDOWN_HEADINGS,
  moreElement,
  moreLine,
  nameLine,
  omni,
  skillElement,
  workspaceWithScripts,
} from './dialects.ts';

/** trpc-agent-go (seeds/002): an overview of names and descriptions, then the bodies and documents that were asked for. */
const GUIDANCE = [
  'Tooling and workspace guidance:',
  "- skill_load brings a skill's instructions into the context, skill_list_docs names its documents, skill_select_docs adds, replaces or clears those that you need. Prefer few documents to all.",
  "- skill_run runs one command in a copy of the skill's own folder, where out/, work/ and inputs/ are the workspace's. Give scripts by their interpreter and path. It installs nothing and adds nothing to PATH.",
  '- Name what a command needs in inputs (artifact://, host://, workspace://, skill://); it is put into $WORK_DIR/inputs first.',
  '- For a program that asks questions use skill_exec: answer its prompt with skill_write_stdin, look again with skill_poll_session, end it with skill_kill_session. It ends with your turn, so ask the person for their answers before you start it.',
  '- Write files for the person into $OUTPUT_DIR and name them in output_files (such as out/*.txt) or in outputs, which also saves them as artifacts; scratch files belong in $WORK_DIR.',
  '- Where a document and what a command prints disagree, trust what it prints. Do not run a command again whose result you have.',
].join('\n');

const trpc: DialectPrompt = {
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

/** agent-core (seeds/003): the catalog is in the `skill` tool's description, and the tool's result is the body. */
const agentCore: DialectPrompt = {
  ...MARKDOWN_HEADINGS,
  basePrompt: basePrompt([
    'The description of the skill tool lists the skills. Of each you see only its name and description until you call it; without that tool there are none.',
    "When a request matches a skill's description, call skill with its id before anything else, then follow the instructions in the result. Do not call one that the request does not need, and do not call one twice.",
    "Files that the instructions name are in the skill's own folder. When the instructions say to read one, or a script reports an error, read the named file there with read_file and use what it says.",
    "Run a skill's scripts with bash, as the Workspace section says.",
  ]),
  workspaceSection: workspaceWithScripts,
  /** Part of the tool's description, which the log has. */
  list: (_state, listed) => {
    const lines = nameLines(listed);
    return {
      head: 'Available skills:',
      skills: listed.skills.map(({ id }, at) => [id, lines[at] ?? '']),
      ...moreLine(listed.more),
    };
  },
  sections: () => [],
  /** Trimmed, as the seed's `skill` tool gives it. */
  instructions: async ({ body }) => body.trim(),
};

/** The list as XML. @param last the element behind name and description. */
const elements =
  (head: string, last: (skill: CatalogEntry) => readonly [tag: string, text: string]): DialectPrompt['list'] =>
  (_state, { skills, more }) => ({
    head,
    skills: skills.map((skill) => [
      skill.id,
      skillElement([['name', skill.name], ['description', skillWords(skill)], last(skill)]),
    ]),
    ...moreElement(more),
    end: '\n</available_skills>',
  });

/** AgentScope-Java (seeds/004): the catalog as XML, one tool that loads a skill or its resources by path. */
const agentscope: DialectPrompt = {
  ...MARKDOWN_HEADINGS,
  basePrompt: basePrompt([
    'Of each skill in <available_skills> you see only its name and description.',
    'When a request matches a skill\'s description, call load_skill_through_path(skillId="<skill-id>", path="SKILL.md") before anything else, then follow the instructions in the result. Do not load a skill that the request does not need, and do not load one twice.',
    'When the instructions say to read a file of the skill, or a script reports an error, load the named resource by the same tool with its path, such as path="references/api.md". A wrong path is answered with all the paths there are.',
    "Run a skill's scripts with execute_shell_command, as the Workspace section says.",
  ]),
  workspaceSection: workspaceWithScripts,
  list: elements('## Available Skills\n<available_skills>', ({ id }) => ['skill-id', id]),
  sections: (state) => catalogPart(agentscope.list(state, listedSkills(state))),
  instructions: async ({ summary, body }) =>
    [
      `Successfully loaded skill: ${summary.id}`,
      '',
      `Name: ${summary.name}`,
      `Description: ${summary.description}`,
      `Source: ${summary.source}`,
      '',
      'Content:',
      '---',
      `${body.trim()}`,
      '---',
    ].join('\n'),
};

/** Agent Skills (agentskills.io): the catalog with absolute locations; a skill is loaded by reading its SKILL.md. */
const standard: DialectPrompt = {
  ...MARKDOWN_HEADINGS,
  basePrompt: basePrompt([
    'Of each skill in <available_skills> you see only its name, description and location.',
    "When a request matches a skill's description, read the file at its location with read_file before anything else, then follow its instructions. Do not read one that the request does not need, and do not read one twice.",
    'Relative paths in a SKILL.md start at the folder that it is in. When the instructions say to read one, or a script reports an error, read the named file there with read_file and use what it says.',
    "Run a skill's scripts with run_command, as the Workspace section says.",
  ]),
  workspaceSection: workspaceWithScripts,
  list: elements('<available_skills>', (skill) => ['location', path.join(skill.path, 'SKILL.md')]),
  sections: (state) => catalogPart(standard.list(state, listedSkills(state))),
  /** Complete file, unchanged. */
  instructions: async ({ body, frontMatter = '' }) => `${frontMatter}${body}`,
};

export const DIALECT_PROMPTS: Readonly<Record<Dialect, DialectPrompt>> = {
  omni,
  trpc,
  'agent-core': agentCore,
  agentscope,
  standard,
};

// trpc's list in logs written before there was a budget for it.

// The order of a capped list: no request of an old log could be rebuilt if it changed.

/** A word of the id or name says more than one of the description. */
const NAME_WEIGHT = 3;

/** Best first; ties keep the catalog's order. @param first ids placed before all others. */
export function inCappedOrder<T extends Pick<CatalogEntry, 'id' | 'name' | 'description'>>(
  catalog: readonly T[],
  sentence: string,
  first: ReadonlySet<string> = new Set(),
): readonly T[] {
  const words = wordsOf(sentence);
  const score = (entry: T): number => {
    if (first.has(entry.id)) return Number.POSITIVE_INFINITY;
    const title = `${entry.id} ${entry.name}`.toLowerCase();
    const description = entry.description.toLowerCase();
    return words.reduce(
      (sum, word) => sum + (title.includes(word) ? NAME_WEIGHT : 0) + (description.includes(word) ? 1 : 0),
      0,
    );
  };
  // The sort is stable.
  return catalog
    .map((entry) => ({ entry, score: score(entry) }))
    .sort((a, b) => (a.score === b.score ? 0 : b.score - a.score))
    .map(({ entry }) => entry);
}

/** Words of three letters and more; of scripts that are written without spaces, each pair of characters. */
function wordsOf(text: string): string[] {
  const lower = text.slice(0, 10_000).toLowerCase();
  const unspaced = [...lower.matchAll(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu)].flatMap(([run]) => {
    const characters = [...run];
    return characters.length === 1
      ? [run]
      : characters.slice(1).map((character, index) => `${characters[index]}${character}`);
  });
  const spaced = [...lower.matchAll(/[\p{L}\p{N}]{3,}/gu)].map(([word]) => word);
  return [...new Set([...spaced, ...unspaced])];
}

/**
 * trpc's list in logs written before there was a budget for it: 20 skills, those that fit the person's words best. Only
 * rebuilds their requests; the next request of such a session chooses by the budget (docs/decisions/0010).
 */
const LIST_CAP = 20;

export function isCapped({
  dialect,
  catalog,
  listing,
}: Pick<SessionState, 'dialect' | 'catalog' | 'listing'>): boolean {
  return dialect === 'trpc' && listing === undefined && catalog.length > LIST_CAP;
}

export function cappedList(state: SessionState): ListText {
  const head = `Available skills (showing ${LIST_CAP} of ${state.catalog.length}, best matches first; skill_load answers an unknown name with all names):`;
  return { head, skills: cappedSkills(state).map((entry) => [entry.id, nameLine(entry)]) };
}

/** Loaded skills first, then by the user's words; ties keep the catalog's order. */
export function cappedSkills(state: SessionState): readonly CatalogEntry[] {
  // With placement `tool-result` the system message keeps its bytes when a skill is loaded.
  const loaded = new Set(state.placement === 'system' ? state.loadedSkills.map((skill) => skill.id) : []);
  return inCappedOrder(state.catalog, request(state), loaded).slice(0, LIST_CAP);
}

/** The latest words of the person; the first ones where the system message is to keep its bytes. */
function request({ messages, placement }: SessionState): string {
  const said = messages.flatMap((message) => (message.role === 'user' ? [message.text] : []));
  return (placement === 'system' ? said.at(-1) : said[0]) ?? '';
}
