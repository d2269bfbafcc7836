import type { Dialect } from '../../../../shared/events.ts';
import type { FindingFacts } from '../../../../shared/messages/finding.ts';
import { callsInstead } from '../../../../shared/tool-operations.ts';
import { example } from '../example.ts';
import { inEach, instructionSources } from '../sources.ts';
import type { Rule, RuleFinding } from '../types.ts';

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

export interface ForeignTool {
  readonly name: string;
  readonly whose: string;
  /** Name of the corresponding tools here. */
  readonly here: string;
  /** Nearest to what it is written for. */
  readonly dialect: Dialect;
}

/** Each tool once, in the order of the text. */
export function foreignToolsIn(text: string): readonly ForeignTool[] {
  const names = new Set([...text.matchAll(NAMES)].map(([name]) => name));
  return [...names].flatMap((name) => {
    const tool = TOOLS[name];
    if (tool === undefined) return [];
    const [{ name: whose, dialect }] = tool;
    return [{ name, whose, here: hereFor(name), dialect }];
  });
}

/** Uses the names of the default dialect. */
function hereFor(name: string): string {
  const tools = callsInstead(name, 'omni').map(({ tool }) => tool);
  return TOOLS[name]?.[1] ?? tools.join(' or ');
}

function factsOf(name: string, { name: whose, dialect, asWritten }: Framework): FindingFacts {
  const tools = callsInstead(name, 'omni').map(({ tool }) => tool);
  const figures = { name, whose, dialect, here: tools.join(' / ') };
  const instead = TOOLS[name]?.[1];
  if (instead === WORDS) return { code: 'foreign-tool-words', figures };
  if (instead === SCRIPT) return { code: 'foreign-tool-script', figures };
  return { code: asWritten ? 'foreign-tool' : 'foreign-tool-near', figures };
}

export const foreignTool: Rule = {
  id: 'foreign-tool',
  severity: 'warning',
  bad: example({ body: 'Call `skill_run` with the command, then use the Read tool.\n' }),
  good: example({ body: 'Run the command, then read what it wrote.\n' }),
  check: (skill) =>
    inEach(instructionSources(skill), (source) => {
      const seen = new Set<string>();
      return [...source.text.matchAll(NAMES)].flatMap((match): RuleFinding[] => {
        const [name] = match;
        const tool = TOOLS[name];
        if (tool === undefined || seen.has(name)) return [];
        seen.add(name);
        return [{ ...source.at(match.index), ...factsOf(name, tool[0]) }];
      });
    }),
};
