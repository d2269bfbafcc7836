/**
 * Tool operations, and the call for each in every dialect (CONTRACT §4): one table for answering a call of another
 * dialect's tool, for reports on skills that name one, and for the demo model.
 */
import type { Dialect } from './events.ts';

export const OPERATIONS = [
  'load-skill',
  'load-reference',
  'unload-skill',
  'list-skills',
  'list-references',
  'run-command',
  'read-file',
  'write-file',
  'list-folder',
  'search-files',
  'ask-person',
] as const;
export type Operation = (typeof OPERATIONS)[number];

export interface OperationCall {
  readonly tool: string;
  /** Those that the operation needs. */
  readonly fields: readonly string[];
}

const by = (tool: string, ...fields: readonly string[]): OperationCall => ({ tool, fields });

const THROUGH_PATH = by('load_skill_through_path', 'skillId', 'path');
const SKILL_RUN = by('skill_run', 'skill', 'command');
const SHELL = by('execute_shell_command', 'command');
const READ_FILE = by('read_file', 'path');
const LIST_DIR = by('list_dir', 'path');
const WRITE_FILE = by('write_file', 'path', 'content');
const GREP = by('grep', 'pattern', 'path');

/** Omits operations that a dialect lacks; a shell command replaces missing file tools. */
const CALLS: Readonly<Record<Operation, Readonly<Partial<Record<Dialect, OperationCall>>>>> = {
  'load-skill': {
    omni: by('load_skill', 'name'),
    trpc: by('skill_load', 'skill'),
    'agent-core': by('skill', 'skill'),
    agentscope: THROUGH_PATH,
    standard: READ_FILE,
  },
  'load-reference': {
    omni: by('load_skill_reference', 'skill_name', 'ref_path'),
    trpc: by('skill_select_docs', 'skill', 'docs'),
    'agent-core': READ_FILE,
    agentscope: THROUGH_PATH,
    standard: READ_FILE,
  },
  'unload-skill': { omni: by('unload_skill', 'name') },
  'list-skills': { omni: by('list_skills') },
  'list-references': {
    omni: LIST_DIR,
    trpc: by('skill_list_docs', 'skill'),
    'agent-core': LIST_DIR,
    standard: LIST_DIR,
  },
  'run-command': {
    omni: by('run_command', 'command'),
    trpc: SKILL_RUN,
    'agent-core': by('bash', 'command'),
    agentscope: SHELL,
    standard: by('run_command', 'command'),
  },
  'read-file': {
    omni: READ_FILE,
    trpc: SKILL_RUN,
    'agent-core': READ_FILE,
    agentscope: by('view_text_file', 'file_path'),
    standard: READ_FILE,
  },
  'write-file': {
    omni: WRITE_FILE,
    trpc: SKILL_RUN,
    'agent-core': WRITE_FILE,
    agentscope: by('write_text_file', 'file_path', 'content'),
    standard: WRITE_FILE,
  },
  'list-folder': { omni: LIST_DIR, trpc: SKILL_RUN, 'agent-core': LIST_DIR, agentscope: SHELL, standard: LIST_DIR },
  'search-files': { omni: GREP, trpc: SKILL_RUN, 'agent-core': GREP, agentscope: SHELL, standard: GREP },
  'ask-person': { omni: by('ask_user', 'form', 'values'), standard: by('ask_user', 'form', 'values') },
};

/** Other tools with a telling name: secondary ones of a dialect, and those of other frameworks. */
const ALSO: Readonly<Record<string, Operation>> = {
  skill_exec: 'run-command',
  run_shell_command: 'run-command',
  run_terminal_cmd: 'run-command',
  bash_tool: 'run-command',
  'Bash tool': 'run-command',
  Bash: 'run-command',
  activate_skill: 'load-skill',
  Skill: 'load-skill',
  read_many_files: 'read-file',
  'Read tool': 'read-file',
  Read: 'read-file',
  apply_patch: 'write-file',
  str_replace_editor: 'write-file',
  str_replace_based_edit_tool: 'write-file',
  MultiEdit: 'write-file',
  'Write tool': 'write-file',
  'Edit tool': 'write-file',
  Write: 'write-file',
  Edit: 'write-file',
  codebase_search: 'search-files',
  'Grep tool': 'search-files',
  Grep: 'search-files',
  'Glob tool': 'list-folder',
  Glob: 'list-folder',
  AskUserQuestion: 'ask-person',
};

/** A file tool also loads skills in some dialects, and a shell reads files: of such a name only what it is for counts. */
const MAIN: Readonly<Record<string, Operation>> = {
  ...ALSO,
  read_file: 'read-file',
  list_dir: 'list-folder',
  skill_run: 'run-command',
  execute_shell_command: 'run-command',
};

/** Undefined where the dialect has no tool for it. */
export const callFor = (operation: Operation, dialect: Dialect): OperationCall | undefined => CALLS[operation][dialect];

/** Operations of a tool by name, in any dialect or framework; empty for an unknown name. */
export function operationsOf(tool: string): readonly Operation[] {
  if (Object.hasOwn(MAIN, tool)) return [MAIN[tool] as Operation];
  return OPERATIONS.filter((operation) => Object.values(CALLS[operation]).some((call) => call.tool === tool));
}

/** The calls of this dialect that do what that tool does elsewhere, each once. */
export const callsInstead = (tool: string, dialect: Dialect): readonly OperationCall[] => [
  ...new Set(operationsOf(tool).flatMap((operation) => CALLS[operation][dialect] ?? [])),
];

/** The tools that do it, over all dialects, each once. */
export const toolsFor = (operation: Operation): readonly string[] => [
  ...new Set(Object.values(CALLS[operation]).map(({ tool }) => tool)),
];

/** Formats a call as in CONTRACT §4: `skill_select_docs{skill, docs}`. */
export const callWords = ({ tool, fields }: OperationCall): string => `${tool}{${fields.join(', ')}}`;
