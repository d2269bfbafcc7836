/** `skilldeck sessions list` with filters: the library, as a reviewer looks through it. */

import { Option } from 'commander';
import { type CommandContext, command, inJson, withCore } from '../../../main/hosts/cli/command.ts';
import {
  choiceIn,
  EXIT,
  type FlagsOf,
  type GlobalOptions,
  type Options,
  oneOf,
  repeatable,
  UsageError,
  wholeIn,
} from '../../../main/hosts/cli/run-options.ts';
import { dollars } from '../../../main/hosts/cli/text/context-tables.ts';
import { type Column, oneLine, printTable } from '../../../main/hosts/cli/text/print.ts';
import { defined } from '../../../shared/defined.ts';
import { SESSION_KINDS, type SessionKind } from '../../../shared/events.ts';
import {
  JUDGED,
  LIBRARY_SORTS,
  type LibraryFilters,
  type LibraryQuery,
  ORIGINS,
  OUTCOMES,
  PROBLEMS,
  SEARCH_ROLES,
  type SearchHit,
} from '../../../shared/review.ts';

/** `skilldeck sessions search WORDS`: where something was said, in any session. */
const MAX_LIMIT = 1_000;
/** ECMA-48: bold, and back. */
const BOLD = ['\u001B[1m', '\u001B[22m'] as const;

const limitIn = (words: CommandContext['words'], given: string | undefined): number | undefined =>
  given === undefined ? undefined : wholeIn('--limit', given, { min: 1, max: MAX_LIMIT }, words);

/** Highlights the hits on a terminal; a pipe gets the bare text. */
function highlighted({ snippet, hits }: SearchHit): string {
  let line = '';
  let done = 0;
  for (const [from, to] of hits) {
    line += `${shown(snippet.slice(done, from))}${BOLD[0]}${shown(snippet.slice(from, to))}${BOLD[1]}`;
    done = to;
  }
  return line + shown(snippet.slice(done));
}

/** Does not trim: a space beside a hit stays. */
const shown = (part: string): string => oneLine(`|${part}|`).slice(1, -1);

export const searchCommand = command({
  name: 'sessions search',
  help: ({ help }) => help.sessionsSearch,
  args: { '<WORDS...>': ({ help }) => help.searchWords },
  options: {
    '--limit <N>': ({ help }) => help.limit,
    '--session <ID>': ({ review }) => review.help.ofSession,
    '--role <ROLE>': repeatable(({ review }) => review.help.role, SEARCH_ROLES),
  },
  async run(context, given, options) {
    const { words, out, note, columns } = context;
    const limit = limitIn(words, options.limit);
    const typed = given.join(' ').trim();
    if (typed === '') throw new UsageError(words.search.empty);
    const roles = options.role?.map((role) => choiceIn('--role', role, SEARCH_ROLES, words));
    const input = { words: typed, ...defined({ limit, roles, sessionId: options.session }) };
    const found = await withCore(context, 'read', options, (client) => client.review.search(input));
    if (await inJson(context, options, found)) return EXIT.done;
    if (found.total === 0) note(words.search.none);
    for (const hit of found.results) {
      const mark = hit.rewound ? `  ${words.search.rewound}` : '';
      const title = oneLine(hit.title) || words.sessions.untitled;
      await out.line(`${hit.session}  ${title}`);
      await out.line(`  ${hit.seq}  ${words.when(hit.at)}  ${words.search.roles[hit.role]}${mark}`);
      await out.line(`  ${columns === undefined ? oneLine(hit.snippet) : highlighted(hit)}`);
    }
    if (found.total > found.results.length) {
      note(words.search.more(words.number(found.results.length), words.number(found.total)));
    }
    return EXIT.done;
  },
});

const OPTIONS = {
  '--tag <TAG>': repeatable(({ review }) => review.help.tag),
  '--skill <ID>': repeatable(({ review }) => review.help.skill),
  '--model <ID>': repeatable(({ review }) => review.help.model),
  '--outcome <OUTCOME>': repeatable(({ review }) => review.help.outcome, OUTCOMES),
  '--problem <PROBLEM>': repeatable(({ review }) => review.help.problem, PROBLEMS),
  '--verdict <VERDICT>': repeatable(({ review }) => review.help.verdict, JUDGED),
  '--origin <ORIGIN>': repeatable(({ review }) => review.help.origin, ORIGINS),
  '--environment <NAME>': repeatable(({ review }) => review.help.environment),
  '--archived': ({ review }) => review.help.archived,
  '--deleted': ({ review }) => review.help.deleted,
  '--since <DAY>': ({ review }) => review.help.since,
  '--until <DAY>': ({ review }) => review.help.until,
  '--words <WORDS>': ({ review }) => review.help.words,
  '--sort <BY>': oneOf(({ review }) => review.help.sort, LIBRARY_SORTS),
  '--limit <N>': ({ help }) => help.limit,
  '--kind <KIND>': oneOf(({ evals }) => evals.help.kind, SESSION_KINDS),
} as const satisfies Options;
type ListFlags = FlagsOf<typeof OPTIONS> & GlobalOptions;

/** `--kind` lists other sessions: the library holds the person's own. */
const FILTERS = Object.keys(OPTIONS).flatMap((usage) =>
  usage.startsWith('--kind') ? [] : [new Option(usage).attributeName()],
);
const isFiltered = (flags: ListFlags): boolean => FILTERS.some((name) => Object.hasOwn(flags, name));

async function sessionsLibrary(context: CommandContext, flags: ListFlags): Promise<number> {
  const { words, note } = context;
  const query = queryOf(context, flags);
  // Here `--model` is what is looked for, not what is to answer.
  const { model: _wanted, ...own } = flags;
  const page = await withCore(context, 'read', own, (client) => client.review.library(query));
  if (await inJson(context, flags, page)) return EXIT.done;
  if (page.total === 0) note(words.review.none);
  const shape = [
    'id',
    'updated',
    'turns',
    'tokens',
    'cost',
    'errors',
    'outcome',
    { title: words.t('common.skills').toUpperCase() },
    'title',
  ] as const;
  const rows = page.sessions.map((row) => [
    row.id,
    words.when(row.updatedAt),
    words.number(row.turns),
    row.tokens === undefined ? words.review.unrecorded : words.number(row.tokens),
    row.cost === undefined ? '' : dollars(row.cost),
    words.number(row.errors),
    row.outcome,
    row.skills.map(oneLine).join(' '),
    titleOf(row, words.sessions.untitled),
  ]);
  await printTable(context, shape, rows);
  if (page.total > rows.length) note(words.review.more(words.number(rows.length), words.number(page.total)));
  return EXIT.done;
}

function titleOf(
  { title, tags }: { readonly title: string; readonly tags: readonly string[] },
  untitled: string,
): string {
  return [oneLine(title) || untitled, ...tags.map((tag) => `#${oneLine(tag)}`)].join(' ');
}

function queryOf({ words }: CommandContext, flags: ListFlags): LibraryQuery {
  const sort = flags.sort === undefined ? undefined : choiceIn('--sort', flags.sort, LIBRARY_SORTS, words);
  return {
    filters: filtersOf(words, flags),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...defined({ words: flags.words, sort, limit: limitIn(words, flags.limit) }),
  };
}

function filtersOf(words: CommandContext['words'], flags: ListFlags): LibraryFilters {
  const outcomes = flags.outcome?.map((value) => choiceIn('--outcome', value, OUTCOMES, words));
  const problems = flags.problem?.map((value) => choiceIn('--problem', value, PROBLEMS, words));
  const verdicts = flags.verdict?.map((value) => choiceIn('--verdict', value, JUDGED, words));
  const origins = flags.origin?.map((value) => choiceIn('--origin', value, ORIGINS, words));
  const midnight = (option: string, value: string, later: number): string => {
    const [year = 0, month = 0, day = 0] = value.split('-').map(Number);
    const date = new Date(year, month - 1, day + later);
    const isDay =
      /^\d{4}-\d\d-\d\d$/.test(value) && date.getMonth() === new Date(year, month - 1, day + later).getMonth();
    if (!isDay || month < 1 || month > 12 || day < 1 || day > 31) throw new UsageError(words.review.day(option, value));
    return date.toISOString();
  };
  return {
    ...defined({ tags: flags.tag?.slice(), skills: flags.skill?.slice(), models: flags.model?.slice() }),
    ...defined({ outcomes, problems, verdicts, origins, environments: flags.environment?.slice() }),
    ...(flags.archived === true ? { archived: 'only' as const } : {}),
    ...(flags.deleted === true ? { deleted: 'only' as const } : {}),
    ...(flags.since === undefined ? {} : { from: midnight('--since', flags.since, 0) }),
    ...(flags.until === undefined ? {} : { to: midnight('--until', flags.until, 1) }),
  };
}

const kindOf = ({ words }: CommandContext, { kind }: ListFlags): SessionKind | undefined =>
  kind === undefined ? undefined : choiceIn('--kind', kind, SESSION_KINDS, words);

export const libraryCommand = command({
  name: 'sessions list',
  help: ({ help }) => help.sessionsList,
  options: OPTIONS,
  run: (context, _args, flags) =>
    isFiltered(flags) ? sessionsLibrary(context, flags) : sessionsList(context, flags, kindOf(context, flags)),
});

async function sessionsList(context: CommandContext, options: GlobalOptions, kind?: SessionKind): Promise<number> {
  const { words, note } = context;
  const sessions = await withCore(context, 'read', options, (client) =>
    client.sessions.list(kind === undefined ? {} : { kind }),
  );
  if (await inJson(context, options, { sessions })) return EXIT.done;
  const kept = sessions.filter((session) => !session.deleted && session.archived !== true);
  if (kept.length === 0) {
    note(words.sessions.none);
    return EXIT.done;
  }
  const isSeveral = new Set(kept.map(({ environment }) => environment)).size > 1;
  // The sum of all requests is what the filtered list calls tokens.
  const figures: Column[] = ['id', 'updated', 'turns', 'lastRequest', 'state'];
  const shape: Column[] = [...figures, ...(isSeveral ? (['environment'] as const) : []), 'title'];
  const rows = kept.map(({ id, updatedAt, turns, tokens, runState, environment, title }) => [
    id,
    words.when(updatedAt),
    words.number(turns),
    tokens === 0 ? '–' : words.number(tokens),
    runState,
    ...(isSeveral ? [oneLine(environment)] : []),
    oneLine(title) || words.sessions.untitled,
  ]);
  await printTable(context, shape, rows);
  return EXIT.done;
}
