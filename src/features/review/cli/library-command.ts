/** `skilldeck sessions list` with filters: the library, as a reviewer looks through it. */

import { Option } from 'commander';
import { asking, type CommandContext } from '../../../main/hosts/cli/command.ts';
import {
  type FlagsOf,
  type Options,
  oneOf,
  repeatable,
  UsageError,
  whole,
} from '../../../main/hosts/cli/run-options.ts';
import { dollars } from '../../../main/hosts/cli/text/context-tables.ts';
import { type Column, oneLine, printTable } from '../../../main/hosts/cli/text/print.ts';
import type { SessionSummary } from '../../../shared/contract.ts';
import { defined } from '../../../shared/defined.ts';
import { SESSION_KINDS } from '../../../shared/events.ts';
import {
  JUDGED,
  LIBRARY_SORTS,
  type LibraryPage,
  type LibraryQuery,
  ORIGINS,
  OUTCOMES,
  PROBLEMS,
  SEARCH_ROLES,
  type SearchHit,
} from '../../../shared/review.ts';

/** `skilldeck sessions search WORDS`: where something was said, in any session. */
const LIMIT = whole(({ help }) => help.limit, 1, 1_000);
/** ECMA-48: bold, and back. */
const BOLD = ['\u001B[1m', '\u001B[22m'] as const;

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

export const searchCommand = asking({
  name: 'sessions search',
  args: { '<WORDS...>': ({ help }) => help.searchWords },
  options: {
    '--limit <N>': LIMIT,
    '--session <ID>': ({ review }) => review.help.ofSession,
    '--role <ROLE>': repeatable(({ review }) => review.help.role, SEARCH_ROLES),
  },
  input(given, { limit, session: sessionId, role: roles }, { words: { search } }) {
    const words = given.join(' ').trim();
    if (words === '') throw new UsageError(search.empty);
    return { words, ...defined({ limit, sessionId, roles }) };
  },
  ask: (client, _given, _flags, { input }) => client.review.search(input),
  async say(found, { words, out, note, columns }) {
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
  '--limit <N>': LIMIT,
  '--kind <KIND>': oneOf(({ evals }) => evals.help.kind, SESSION_KINDS),
} as const satisfies Options;
type ListFlags = FlagsOf<typeof OPTIONS>;

/** `--kind` lists other sessions: the library holds the person's own. */
const FILTERS = Object.keys(OPTIONS).flatMap((usage) =>
  usage.startsWith('--kind') ? [] : [new Option(usage).attributeName()],
);
const isFiltered = (flags: ListFlags): boolean => FILTERS.some((name) => Object.hasOwn(flags, name));

export const libraryCommand = asking({
  name: 'sessions list',
  options: OPTIONS,
  input: (_args, flags, context) => (isFiltered(flags) ? queryOf(context, flags) : undefined),
  ask: async (client, _args, { kind }, { input }) =>
    input === undefined
      ? { sessions: await client.sessions.list(defined({ kind })) }
      : { page: await client.review.library(input) },
  json: (found) => found.page ?? found,
  say: ({ page, sessions = [] }, context) =>
    page === undefined ? printSessions(sessions, context) : printLibrary(page, context),
});

async function printLibrary({ sessions, total }: LibraryPage, context: CommandContext): Promise<void> {
  const { words, note } = context;
  if (total === 0) note(words.review.none);
  const skills = { title: words.t('common.skills').toUpperCase() };
  const shape: Column[] = ['id', 'updated', 'turns', 'tokens', 'cost', 'errors', 'outcome', skills, 'title'];
  const rows = sessions.map((row) => [
    row.id,
    words.when(row.updatedAt),
    words.number(row.turns),
    row.tokens === undefined ? words.review.unrecorded : words.number(row.tokens),
    row.cost === undefined ? '' : dollars(row.cost),
    words.number(row.errors),
    row.outcome,
    row.skills.map(oneLine).join(' '),
    [oneLine(row.title) || words.sessions.untitled, ...row.tags.map((tag) => `#${oneLine(tag)}`)].join(' '),
  ]);
  await printTable(context, shape, rows);
  if (total > rows.length) note(words.review.more(words.number(rows.length), words.number(total)));
}

function queryOf({ words: say }: CommandContext, flags: ListFlags): LibraryQuery {
  const midnight = (option: string, value: string | undefined, later: number): string | undefined => {
    if (value === undefined) return undefined;
    const [year = 0, month = 0, day = 0] = value.split('-').map(Number);
    const date = new Date(year, month - 1, day + later);
    const isDay =
      /^\d{4}-\d\d-\d\d$/.test(value) && date.getMonth() === new Date(year, month - 1, day + later).getMonth();
    if (!isDay || month < 1 || month > 12 || day < 1 || day > 31) throw new UsageError(say.review.day(option, value));
    return date.toISOString();
  };
  const { tag: tags, skill: skills, model: models, outcome: outcomes, problem: problems } = flags;
  const { verdict: verdicts, origin: origins, environment: environments, words, sort, limit } = flags;
  const filters = {
    ...defined({ tags, skills, models, outcomes, problems, verdicts, origins, environments }),
    ...defined({
      archived: flags.archived ? ('only' as const) : undefined,
      deleted: flags.deleted ? ('only' as const) : undefined,
    }),
    ...defined({ from: midnight('--since', flags.since, 0), to: midnight('--until', flags.until, 1) }),
  };
  return { filters, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, ...defined({ words, sort, limit }) };
}

async function printSessions(sessions: readonly SessionSummary[], context: CommandContext): Promise<void> {
  const { words, note } = context;
  const kept = sessions.filter((session) => !session.deleted && session.archived !== true);
  if (kept.length === 0) {
    note(words.sessions.none);
    return;
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
}
