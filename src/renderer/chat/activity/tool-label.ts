/** What a tool call does, as a key of the words and their values: from its name, its arguments and its card alone. */
import type { Card } from '../../../shared/cards.ts';
import type { CallView } from '../../../shared/session-state.ts';
import { cardIn } from '../../cards/call-card.ts';
import { dateInWords } from '../../cards/local-time.ts';
import { visibleText } from '../../shared/visible-text.ts';
import { type DeedKey, named, type Words } from '../../shared/words.ts';
import { scriptCommand } from './script-command.ts';
import { parseArguments, textArgument } from './tool-arguments.ts';

export interface Deed {
  /** Below `deed.` in the words. */
  readonly key: DeedKey;
  readonly values: Readonly<Record<string, string | number>>;
}

const deed = (key: DeedKey, values: Deed['values'] = {}): Deed => ({ key, values });

/** Stands where the model left out what the sentence needs; the tool is then called by its name. */
const UNSAID = '?';

type Args = Readonly<Record<string, unknown>>;
const skillOf = (args: Args) => textArgument(args, 'skill_name', 'name', 'skill', 'skillId') ?? UNSAID;

function loaded(args: Args): Deed {
  const path = textArgument(args, 'path');
  return path === undefined || /(^|\/)skill\.md$/i.test(path)
    ? deed('loadSkill', { skill: skillOf(args) })
    : deed('readReference', { path });
}

/** By tool name, over all dialects (CONTRACT §4). Those that run a command are read from the command. */
const BY_TOOL: ReadonlyMap<string, (args: Args) => Deed> = new Map(
  Object.entries<(args: Args) => Deed>({
    load_skill: loaded,
    skill_load: loaded,
    skill: loaded,
    load_skill_through_path: loaded,
    unload_skill: (args) => deed('unloadSkill', { skill: skillOf(args) }),
    load_skill_reference: (args) => deed('readReference', { path: textArgument(args, 'ref_path', 'path') ?? UNSAID }),
    skill_select_docs: (args) => deed('selectDocs', { skill: skillOf(args) }),
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
  return path.split(/[\\/]/).at(-1) ?? path;
}

function fromSearch(words: Words, flags: Readonly<Record<string, string>>, card: Card | undefined): Deed {
  const query = card?.kind === 'flight-offers' ? card.query : undefined;
  const from = query === undefined ? flags.from : named(words, query.from.city, query.from.cityZh);
  const to = query === undefined ? flags.to : named(words, query.to.city, query.to.cityZh);
  const date = query === undefined ? flags.date : query.date;
  const back = query === undefined ? (flags.return ?? flags['return-date']) : (query.returnDate ?? undefined);
  if (!from || !to) return deed('searchFlightsPlain');
  if (!date) return deed('searchFlightsUndated', { from, to });
  const values = { from, to, date: dateInWords(words, date) };
  return back
    ? deed('searchFlightsReturn', { ...values, back: dateInWords(words, back) })
    : deed('searchFlights', values);
}

function fromManage(subcommand: string | undefined, reference: string): Deed {
  if (subcommand === 'cancel') return deed('cancelBooking', { reference });
  if (subcommand === 'show') return deed('showBooking', { reference });
  return deed('listBookings');
}

function fromScript(words: Words, command: string, card: Card | undefined): Deed | undefined {
  const parsed = scriptCommand(command);
  if (parsed === undefined) return undefined;
  const { script, flags } = parsed;
  switch (script) {
    case 'search_flights.py':
      return fromSearch(words, flags, card);
    case 'book_flight.py':
      return deed('bookFlight');
    case 'manage_bookings.py':
      return fromManage(parsed.words[0], parsed.words[1] ?? flags.reference ?? '');
    case 'get_current_time.py':
      return deed('checkTime');
    default:
      return deed('runScript', { script });
  }
}

/** Never fails: an unknown tool is named, malformed arguments are left out. */
export function deedOf(words: Words, call: Pick<CallView, 'name' | 'arguments' | 'data'>): Deed {
  const args = parseArguments(call.arguments) ?? {};
  if (COMMAND_TOOLS.has(call.name)) {
    const command = textArgument(args, 'command', 'cmd');
    return (command === undefined ? undefined : fromScript(words, command, cardIn(call.data))) ?? deed('runCommand');
  }
  const known = BY_TOOL.get(call.name)?.(args);
  const whole = known !== undefined && !Object.values(known.values).includes(UNSAID);
  return whole ? known : deed('useTool', { tool: visibleText(call.name) });
}

/** The sentence for where the call stands: doing, done, failed, or (`name`) neither begun nor finished. */
export function deedInWords(words: Words, { key, values }: Deed, form: 'doing' | 'done' | 'failed' | 'name'): string {
  return words.t(`deed.${key}.${form}`, values);
}
