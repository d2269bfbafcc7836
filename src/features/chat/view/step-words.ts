/** One step as a sentence, in the form that fits its place. */
import { cardIn, valueInWords } from '../../../renderer/cards/card-view.tsx';
import { type ChatKey, type DeedKey, visibleText, type Words } from '../../../renderer/shared/words.tsx';
import { type Activity, activityText, fillActivity } from '../../../shared/activity.ts';
import type { CardValue } from '../../../shared/cards/card.ts';
import type { CallView } from '../../../shared/session-state.ts';
import { simpleWords } from '../../../shared/text/simple-command.ts';
import { shorten } from '../../../shared/text/text.ts';
import type { Step, StepStatus } from './transcript/transcript-items.ts';

// Reads a command line far enough to name the script that it runs; never to decide whether it may run.

const SCRIPT = /(?:^|[\\/])([\p{L}\p{N}_.-]+\.(?:py|m?js|sh))$/u;
/** An interpreter and its own words come first: `uv run`, `python3 -I`. */
const LAST_PLACE_OF_SCRIPT = 4;

/** `search.py`: the script that one simple command runs. Undefined for pipelines, redirections and everything else. */
export function scriptCommand(command: string): string | undefined {
  const texts = simpleWords(command);
  if (texts === undefined || command.includes('\n')) return undefined;
  const at = texts.findIndex((token) => SCRIPT.test(token));
  return at > LAST_PLACE_OF_SCRIPT ? undefined : SCRIPT.exec(texts[at] ?? '')?.[1];
}

/** Label of a tool call, as a key of the words and their values: from its name and its arguments alone. */
export interface Deed {
  /** Below `deed.` in the words. */
  readonly key: DeedKey;
  readonly values: Readonly<Record<string, string | number>>;
}

const deed = (key: DeedKey, values: Deed['values'] = {}): Deed => ({ key, values });

/** Placeholder for a value the model left out; the text then shows the tool's name. */
const UNSAID = '?';

type Args = Readonly<Record<string, unknown>>;
const skillOf = (args: Args) => textArgument(args, 'skill_name', 'name', 'skill', 'skillId') ?? UNSAID;

function loaded(args: Args): Deed {
  const path = textArgument(args, 'path');
  return path === undefined || /(^|\/)skill\.md$/i.test(path)
    ? deed('loadSkill', { skill: skillOf(args) })
    : deed('readReference', { path });
}

/** Keyed by tool name, over all dialects (CONTRACT §4). Tools that run a command are described by the command. */
const BY_TOOL: ReadonlyMap<string, (args: Args) => Deed> = new Map(
  Object.entries<(args: Args) => Deed>({
    load_skill: loaded,
    skill_load: loaded,
    skill: loaded,
    load_skill_through_path: loaded,
    unload_skill: (args) => deed('unloadSkill', { skill: skillOf(args) }),
    load_skill_reference: (args) => deed('readReference', { path: textArgument(args, 'ref_path', 'path') ?? UNSAID }),
    skill_select_docs: (args) => deed('selectDocs', { skill: skillOf(args) }),
    eval_skill: (args) => deed('trySkill', { skill: skillOf(args) }),
    propose_edit: (args) => deed('proposeEdit', { skill: skillOf(args) }),
    list_skills: () => deed('listSkills'),
    skill_list_docs: (args) => deed('listDocs', { skill: skillOf(args) }),
    grep: (args) => deed('grep', { pattern: textArgument(args, 'pattern') ?? UNSAID }),
    list_dir: (args) => deed('listDir', { path: textArgument(args, 'path') ?? '.' }),
    read_file: (args) => deed('readFile', { path: fileName(args) }),
    view_text_file: (args) => deed('readFile', { path: fileName(args) }),
    write_file: (args) => deed('writeFile', { path: fileName(args) }),
    write_text_file: (args) => deed('writeFile', { path: fileName(args) }),
    skill_write_stdin: () => deed('writeStdin'),
    skill_poll_session: () => deed('pollSession'),
    skill_kill_session: () => deed('killSession'),
  }),
);

const COMMAND_TOOLS: ReadonlySet<string> = new Set([
  'run_command',
  'bash',
  'execute_shell_command',
  'skill_run',
  'skill_exec',
]);

function fileName(args: Args): string {
  const path = textArgument(args, 'path', 'file_path', 'file') ?? UNSAID;
  return path.split(/[\\/]/).findLast(Boolean) ?? path;
}

const MOST_OF_SUBJECT = 60;

/** `Bash (npm test)`, `Read (db.ts)`: another program's tool, and the command, file or words that it was used on. */
function toolNamed(name: string, args: Args): string {
  const file = fileName(args);
  const subject =
    file === UNSAID ? textArgument(args, 'command', 'cmd', 'pattern', 'query', 'url', 'description') : file;
  return visibleText(subject === undefined ? name : `${name} (${shorten(subject, MOST_OF_SUBJECT)})`);
}

/** Never fails: an unknown tool is named, malformed arguments are left out. */
export function deedOf(call: Pick<CallView, 'name' | 'arguments'>): Deed {
  const args = parseArguments(call.arguments) ?? {};
  if (COMMAND_TOOLS.has(call.name)) {
    const command = textArgument(args, 'command', 'cmd');
    const script = command === undefined ? undefined : scriptCommand(command);
    return script === undefined ? deed('runCommand') : deed('runScript', { script });
  }
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(call.name) ?? [];
  if (tool !== undefined) return deed('useTool', { tool: visibleText(`${server}: ${tool}`) });
  const known = BY_TOOL.get(call.name)?.(args);
  const whole = known !== undefined && !Object.values(known.values).includes(UNSAID);
  return whole ? known : deed('useTool', { tool: toolNamed(call.name, args) });
}

/** The sentence for the call's state: doing, done, failed, or (`name`) neither begun nor finished. */
function deedInWords(words: Words, { key, values }: Deed, form: 'doing' | 'done' | 'failed' | 'name'): string {
  return words.t(`deed.${key}.${form}`, values);
}

const FORM = {
  queued: 'name',
  running: 'doing',
  waiting: 'name',
  done: 'done',
  failed: 'failed',
  denied: 'name',
  cut: 'name',
} as const satisfies Record<StepStatus, string>;

/** Said after the sentence, where it has neither begun nor finished. */
export const STEP_REMARK: Readonly<Partial<Record<StepStatus, ChatKey>>> = {
  waiting: 'step.waiting',
  denied: 'step.denied',
  cut: 'step.cut',
  queued: 'step.queued',
};

/** A day on the command line is said as the language says it. */
const asValue = (value: string): CardValue => (/^\d{4}-\d{2}-\d{2}$/.test(value) ? { date: value } : value);

/** The skill's own words, with the card's values over those of the command line. */
function skillText(words: Words, activity: Activity, { call, status }: Step): string | undefined {
  const text = activityText(activity, words.language, FORM[status]);
  if (text === undefined) return undefined;
  const values = { ...activity.values, ...cardIn(call.data)?.stepValues };
  const filled = fillActivity(text, (name) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined
      ? undefined
      : valueInWords(words, typeof value === 'string' ? asValue(value) : value, 'short');
  });
  return visibleText(filled);
}

export function stepText(words: Words, step: Step): string {
  const { activity } = step.call;
  const said = activity === undefined ? undefined : skillText(words, activity, step);
  return said ?? deedInWords(words, deedOf(step.call), FORM[step.status]);
}

// A tool call's arguments, read leniently: the model may have written anything.

export interface ArgumentRow {
  readonly name: string;
  readonly value: string;
}

/** The arguments as an object, or undefined where the JSON is malformed or no object. */
function parseArguments(json: string): Readonly<Record<string, unknown>> | undefined {
  if (json.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 1));

/** One row a field, text as text. Undefined: show the original. */
export function argumentRows(json: string): readonly ArgumentRow[] | undefined {
  const parsed = parseArguments(json);
  if (parsed === undefined) return undefined;
  return Object.entries(parsed).map(([name, value]) => ({ name, value: asText(value) }));
}

/** The first of `names` that holds some text. */
function textArgument(args: Readonly<Record<string, unknown>>, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = args[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}
