import type { Dialect } from '../../../shared/events.ts';
import type { FindingFacts } from '../../../shared/messages/failure.ts';
import { codePoint } from '../../../shared/text/invisible.ts';
import { withoutEnd } from '../../../shared/text/text.ts';
import { callsInstead } from '../../../shared/tool-operations.ts';
import { atField, atTop, decodeHidden, findHidden, inBody, inFile, placeAt, short, textField } from './facts.ts';
import {
  allSources,
  findFences,
  firstMatches,
  inEach,
  instructionSources,
  rewritten,
  type Source,
  scriptSources,
  skillSource,
} from './sources.ts';
import { type LintSkill, type RuleFinding, rule } from './types.ts';

export const emptyInstructions = rule('empty-instructions', 'warning', (skill) =>
  skill.span.kind === 'found' && skill.body.trim() === '' ? [{ ...inBody(skill, 0), code: 'empty-instructions' }] : [],
);

/** The specification's recommendation. */
const MAX_LINES = 500;

export const instructionsLines = rule('instructions-lines', 'warning', (skill) => {
  const start = inBody(skill, 0);
  const end = placeAt(skill.file, skill.text, withoutEnd(skill.text, '\r\n').length);
  const lines = end.line - start.line + 1;
  if (skill.span.kind !== 'found' || lines <= MAX_LINES) return [];
  return [{ ...start, code: 'instructions-lines', figures: { n: lines, most: MAX_LINES } }];
});

/** The specification's recommendation. */
const MAX_TOKENS = 5_000;

export const instructionsTokens = rule('instructions-tokens', 'warning', (skill) =>
  skill.bodyTokens > MAX_TOKENS && skill.loadTokens <= skill.skillBudget
    ? [{ ...inBody(skill, 0), code: 'instructions-tokens', figures: { n: skill.bodyTokens, most: MAX_TOKENS } }]
    : [],
);

export const overSkillBudget = rule('over-skill-budget', 'warning', (skill) =>
  skill.loadTokens > skill.skillBudget
    ? [{ ...inBody(skill, 0), code: 'over-skill-budget', figures: { n: skill.loadTokens, most: skill.skillBudget } }]
    : [],
);

/** Text still to be written: a mark at the start of a line or in brackets, or filler text. Instructions may speak of TODOs. */
const LEFT_IN =
  /\[(?:TODO|TBD|FIXME)\b[^\]\n]{0,80}\]?|(?<=^[ \t]{0,8}(?:[-*+][ \t]{1,4}|#{1,6}[ \t]{1,4}|<!--[ \t]{0,4})?)(?:TODO|FIXME|TBD)(?::[^\n]{0,80}|(?=[ \t]{0,8}$))|\blorem ipsum dolor\b/gim;
/** A description has no reason to speak of a TODO with a colon. */
const IN_DESCRIPTION = /\[?\b(?:TODO|TBD|FIXME)\b\s{0,3}[:\]][^\n]{0,80}|^\s*(?:TODO|TBD|FIXME)\b|\blorem ipsum\b/i;
const MOST = 20;

export const placeholder = rule('placeholder', 'warning', (skill): readonly RuleFinding[] => {
  const [described] = IN_DESCRIPTION.exec(textField(skill, 'description') ?? '') ?? [];
  const inText = firstMatches(findFences(skill.body).links, LEFT_IN, MOST).map(
    ({ 0: words, index }): RuleFinding => ({
      ...inBody(skill, index),
      code: 'placeholder',
      figures: { words: short(words.trim()) },
    }),
  );
  if (described === undefined) return inText;
  const figures = { words: short(described.trim()) };
  return [{ ...atField(skill, 'description'), code: 'placeholder-description', figures }, ...inText];
});

/** Filled in by other programs only. */
const UNFILLED = /(?<![\w`])!`[^`\n]{1,200}`/g;

export const unfilled = rule('unfilled', 'warning', ({ body, ...skill }) => {
  const { isFenced } = findFences(body);
  // After an odd number of backticks it is the end of a code span.
  const isEnd = (at: number): boolean => body.slice(body.lastIndexOf('\n', at) + 1, at).split('`').length % 2 === 0;
  return firstMatches(body, UNFILLED, MOST)
    .filter(({ index }) => !isFenced(index) && !isEnd(index))
    .map(({ 0: words, index }) => ({
      ...placeAt(skill.file, skill.text, skill.bodyStart + index),
      code: 'unfilled',
      figures: { words: short(words) },
    }));
});

export const invisibleCharacters = rule(
  'invisible-characters',
  'error',
  function* (skill) {
    const names = [
      { place: atTop(skill), name: skill.id },
      ...skill.files.map((file) => ({ place: inFile(file), name: file.path })),
    ].filter(({ name }) => findHidden(name).length > 0);
    for (const { place, name } of names) yield { ...place, code: 'hidden-name', figures: { name: short(name) } };
    yield* inEach(allSources(skill), (source) =>
      findHidden(source.text).map(({ offset, text, kind }) => {
        const characters = Array.from(text);
        const decoded = decodeHidden(text);
        const points = characters.length === 1 ? codePoint(text) : `${codePoint(text)} … (${characters.length})`;
        const code = decoded !== '' && (kind === 'tags' || kind === 'variation') ? (`${kind}-decoded` as const) : kind;
        const figures = { characters: points, decoded: short(decoded) };
        return { ...source.at(offset), code: `hidden-${code}` as const, figures };
      }),
    );
  },
  (skill) =>
    rewritten(
      skill,
      instructionSources(skill).filter(({ file }) => file?.path.startsWith('scripts/') !== true),
      (text) =>
        findHidden(text)
          .toReversed()
          .reduce((left, run) => left.slice(0, run.offset) + left.slice(run.offset + run.text.length), text),
    ),
);

const CARRIAGE_RETURN = /\r\n?/g;
const sources = (skill: LintSkill): readonly Source[] =>
  [skillSource(skill), ...scriptSources(skill)].filter(({ text }) => text.includes('\r'));

export const lineEndings = rule(
  'line-endings',
  'warning',
  (skill) =>
    sources(skill).map((source) => {
      const offset = source.text.indexOf('\r');
      const isStart = source.file !== undefined && source.text.startsWith('#!');
      return {
        ...source.at(offset),
        severity: isStart ? 'error' : 'warning',
        code: isStart ? 'line-endings-start' : 'line-endings',
      };
    }),
  (skill) => rewritten(skill, sources(skill), (text) => text.replace(CARRIAGE_RETURN, '\n')),
);

interface Framework {
  readonly name: string;
  /** The one here that comes nearest to it. */
  readonly dialect: Dialect;
  /** In that dialect its tools have these names. */
  readonly asWritten: boolean;
}

const TRPC: Framework = { name: 'trpc-agent-go', dialect: 'trpc', asWritten: true };
const SCOPE: Framework = { name: 'AgentScope', dialect: 'agentscope', asWritten: true };
/** They read skills as files, by the places that a list gives them. */
const client = (name: string): Framework => ({ name, dialect: 'standard', asWritten: false });
const CLAUDE = client('Claude Code');
const CLAUDE_API = client('Claude API');
const GEMINI = client('Gemini CLI');
const CURSOR = client('Cursor');

/** Replacements for tools that have no equivalent here. */
const WORDS = 'plain words';
const SCRIPT = 'a script of the skill';

/** Framework that owns each tool, and its replacement if no tool here does the work. */
const TOOLS: Readonly<Record<string, readonly [of: Framework, instead?: typeof WORDS | typeof SCRIPT]>> = {
  skill_load: [TRPC],
  skill_select_docs: [TRPC],
  skill_list_docs: [TRPC],
  skill_run: [TRPC],
  skill_exec: [TRPC],
  load_skill_through_path: [SCOPE],
  execute_shell_command: [SCOPE],
  view_text_file: [SCOPE],
  write_text_file: [SCOPE],
  run_shell_command: [GEMINI],
  read_many_files: [GEMINI],
  google_web_search: [GEMINI, SCRIPT],
  activate_skill: [GEMINI],
  run_terminal_cmd: [CURSOR],
  codebase_search: [CURSOR],
  apply_patch: [client('Codex')],
  str_replace_editor: [CLAUDE_API],
  str_replace_based_edit_tool: [CLAUDE_API],
  bash_tool: [CLAUDE_API],
  TodoWrite: [CLAUDE, WORDS],
  AskUserQuestion: [CLAUDE],
  WebFetch: [CLAUDE, SCRIPT],
  WebSearch: [CLAUDE, SCRIPT],
  MultiEdit: [CLAUDE],
  'Read tool': [CLAUDE],
  'Write tool': [CLAUDE],
  'Edit tool': [CLAUDE],
  'Bash tool': [CLAUDE],
  'Grep tool': [CLAUDE],
  'Glob tool': [CLAUDE],
  'Task tool': [CLAUDE, WORDS],
};
const NAMES = new RegExp(`(?<![\\w-])(?:${Object.keys(TOOLS).join('|')})(?![\\w-])`, 'g');

function factsOf(name: string, { name: whose, dialect, asWritten }: Framework): FindingFacts {
  const tools = callsInstead(name, 'omni').map(({ tool }) => tool);
  const figures = { name, whose, dialect, here: tools.join(' / ') };
  const instead = TOOLS[name]?.[1];
  if (instead === WORDS) return { code: 'foreign-tool-words', figures };
  if (instead === SCRIPT) return { code: 'foreign-tool-script', figures };
  return { code: asWritten ? 'foreign-tool' : 'foreign-tool-near', figures };
}

export const foreignTool = rule('foreign-tool', 'warning', (skill) =>
  inEach(instructionSources(skill), (source) => {
    const seen = new Set<string>();
    return [...source.text.matchAll(NAMES)].flatMap((match): RuleFinding[] => {
      const [name] = match;
      const tool = TOOLS[name];
      // The field "allowed-tools" has them by its definition.
      if (tool === undefined || seen.has(name) || (source.file === undefined && match.index < skill.bodyStart))
        return [];
      seen.add(name);
      return [{ ...source.at(match.index), ...factsOf(name, tool[0]) }];
    });
  }),
);
