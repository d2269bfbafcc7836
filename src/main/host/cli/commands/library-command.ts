/** `skilldeck sessions list` with filters: the library, as a reviewer looks through it. */

import { Option } from 'commander';
import { defined } from '../../../../shared/defined.ts';
import { SESSION_KINDS, type SessionKind } from '../../../../shared/events.ts';
import {
  JUDGED,
  LIBRARY_SORTS,
  type LibraryFilters,
  type LibraryQuery,
  ORIGINS,
  OUTCOMES,
  PROBLEMS,
} from '../../../../shared/review.ts';
import { command } from '../command.ts';
import { type CommandContext, withCore } from '../context.ts';
import { EXIT, UsageError } from '../exit-status.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { choiceIn } from '../options/model-flags.ts';
import { type FlagsOf, type Options, oneOf, repeatable } from '../options/option-types.ts';
import { inJson, printTable } from '../text/answer.ts';
import { dollars } from '../text/context-figures.ts';
import { right } from '../text/table.ts';
import { oneLine } from '../text/visible.ts';
import { sessionsList } from './sessions-command.ts';

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

const MAX_LIMIT = 1_000;
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
  const titles = { ...words.columns, ...words.review.columns };
  const shape = [
    titles.id,
    titles.updated,
    right(titles.turns),
    ...[titles.tokens, titles.cost, titles.errors].map(right),
    titles.outcome,
    titles.skills,
    titles.title,
  ];
  const rows = page.sessions.map((row) => [
    row.id,
    words.when(row.updatedAt),
    words.number(row.turns),
    words.number(row.tokens),
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
  const { limit, sort: given } = flags;
  if (limit !== undefined && !(/^[1-9]\d{0,3}$/.test(limit) && Number(limit) <= MAX_LIMIT)) {
    throw new UsageError(words.search.limit(limit, MAX_LIMIT));
  }
  const sort = LIBRARY_SORTS.find((name) => name === given);
  if (given !== undefined && sort === undefined)
    throw new UsageError(words.usage.choice('--sort', given, LIBRARY_SORTS));
  return {
    filters: filtersOf(words, flags),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...defined({ words: flags.words, sort }),
    ...(limit === undefined ? {} : { limit: Number(limit) }),
  };
}

function filtersOf(words: CommandContext['words'], flags: ListFlags): LibraryFilters {
  const outcomes = flags.outcome?.map((value) => {
    const outcome = OUTCOMES.find((name) => name === value);
    if (outcome === undefined) throw new UsageError(words.usage.choice('--outcome', value, OUTCOMES));
    return outcome;
  });
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
    ...(flags.tag === undefined ? {} : { tags: [...flags.tag] }),
    ...(flags.skill === undefined ? {} : { skills: [...flags.skill] }),
    ...(flags.model === undefined ? {} : { models: [...flags.model] }),
    ...defined({ outcomes, problems, verdicts, origins }),
    ...(flags.environment === undefined ? {} : { environments: [...flags.environment] }),
    ...(flags.archived === true ? { archived: 'only' as const } : {}),
    ...(flags.deleted === true ? { deleted: 'only' as const } : {}),
    ...(flags.since === undefined ? {} : { from: midnight('--since', flags.since, 0) }),
    ...(flags.until === undefined ? {} : { to: midnight('--until', flags.until, 1) }),
  };
}

function kindOf({ words }: CommandContext, { kind }: ListFlags): SessionKind | undefined {
  return kind === undefined ? undefined : choiceIn('--kind', kind, SESSION_KINDS, words);
}

export const libraryCommand = command({
  name: 'sessions list',
  help: ({ help }) => help.sessionsList,
  options: OPTIONS,
  run: (context, _args, flags) =>
    isFiltered(flags) ? sessionsLibrary(context, flags) : sessionsList(context, flags, kindOf(context, flags)),
});
