import { example } from '../example.ts';
import { instructionSources } from '../sources.ts';
import type { Rule, RuleFinding } from '../types.ts';

const TRPC = 'trpc-agent-go, --dialect trpc';
const SCOPE = 'AgentScope, --dialect agentscope';
const CLAUDE = 'Claude Code';

/** Tool → whose it is, and what the tools here are called. */
const TOOLS: Readonly<Record<string, readonly [whose: string, here: string]>> = {
  skill_load: [TRPC, 'load_skill'],
  skill_select_docs: [TRPC, 'load_skill_reference'],
  skill_list_docs: [TRPC, 'list_dir'],
  skill_run: [TRPC, 'run_command'],
  skill_exec: [TRPC, 'run_command'],
  load_skill_through_path: [SCOPE, 'load_skill or load_skill_reference'],
  execute_shell_command: [SCOPE, 'run_command'],
  view_text_file: [SCOPE, 'read_file'],
  write_text_file: [SCOPE, 'write_file'],
  run_shell_command: ['Gemini CLI', 'run_command'],
  activate_skill: ['Gemini CLI', 'load_skill'],
  apply_patch: ['Codex', 'write_file'],
  str_replace_editor: ['the Claude API', 'write_file'],
  str_replace_based_edit_tool: ['the Claude API', 'write_file'],
  bash_tool: ['the Claude API', 'run_command'],
  TodoWrite: [CLAUDE, 'plain words'],
  AskUserQuestion: [CLAUDE, 'plain words'],
  WebFetch: [CLAUDE, 'a script of the skill'],
  WebSearch: [CLAUDE, 'a script of the skill'],
  MultiEdit: [CLAUDE, 'write_file'],
  'Read tool': [CLAUDE, 'read_file'],
  'Write tool': [CLAUDE, 'write_file'],
  'Edit tool': [CLAUDE, 'write_file'],
  'Bash tool': [CLAUDE, 'run_command'],
  'Grep tool': [CLAUDE, 'grep'],
  'Glob tool': [CLAUDE, 'list_dir'],
  'Task tool': [CLAUDE, 'plain words'],
};
const NAMES = new RegExp(`(?<![\\w-])(?:${Object.keys(TOOLS).join('|')})(?![\\w-])`, 'g');

export interface ForeignTool {
  readonly name: string;
  readonly whose: string;
  /** What the tools here are called. */
  readonly here: string;
  /** In which it works as written. */
  readonly dialect: string | undefined;
}

/** Each tool once, in the order of the text. */
export function foreignToolsIn(text: string): readonly ForeignTool[] {
  const names = new Set([...text.matchAll(NAMES)].map(([name]) => name));
  return [...names].flatMap((name) => {
    const tool = TOOLS[name];
    if (tool === undefined) return [];
    const [whose, here] = tool;
    const [framework = whose, dialect] = whose.split(', --dialect ');
    return [{ name, whose: framework, here, dialect }];
  });
}

export const foreignTool: Rule = {
  id: 'foreign-tool',
  severity: 'warning',
  title: 'Instructions name no tools of another framework',
  why: 'A model that is told to call a tool which it was not given calls it anyway, or gives up. Say what is to be done ("run", "read", "ask") rather than by which tool, or start the session in the dialect for which the skill was written. The same tool is reported once for each file.',
  bad: example({ body: 'Call `skill_run` with the command, then use the Read tool.\n' }),
  good: example({ body: 'Run the command, then read what it wrote.\n' }),
  check: (skill) =>
    instructionSources(skill).flatMap((source) => {
      const seen = new Set<string>();
      return [...source.text.matchAll(NAMES)].flatMap((match): RuleFinding[] => {
        const [name] = match;
        const tool = TOOLS[name];
        if (tool === undefined || seen.has(name)) return [];
        seen.add(name);
        const [whose, here] = tool;
        return [
          {
            ...source.at(match.index),
            message: `"${name}" is a tool of another framework (${whose}). Here it is ${here}.`,
          },
        ];
      });
    }),
};
