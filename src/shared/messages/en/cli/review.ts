/** What the commands that look at sessions as a whole say, in English. */
export const review = {
  help: {
    fork: 'a new session that goes on from a point of this one',
    at: 'the event after which it goes on; without it, the last',
    costs: 'what of a session cost most, was slow, failed and was allowed',
    compare: 'two sessions turn by turn',
    otherId: 'the id of the other session',
    mark: 'pin, archive or tag sessions',
    note: 'write a note beside an event',
    noteText: 'the note',
    noteAt: 'the event that it is about; without it, the last',
    pin: 'pinned: stays at the top of the list',
    unpin: 'no longer pinned',
    archive: 'archived: out of the list',
    unarchive: 'back in the list',
    tag: 'with this tag (repeatable)',
    untag: 'without this tag (repeatable)',
    skill: 'that loaded this skill (repeatable)',
    model: 'that this model answered in (repeatable)',
    outcome: 'that ended so (repeatable)',
    environment: 'of this environment (repeatable)',
    archived: 'the archived ones',
    deleted: 'the deleted ones',
    since: 'changed on this day or later (YYYY-MM-DD)',
    until: 'changed on this day or earlier (YYYY-MM-DD)',
    words: 'with a text that has these words',
    sort: 'sorted by',
    role: 'in these texts alone (repeatable)',
    ofSession: 'in this session alone',
    pattern: 'with --redact: take out these words too; /…/ is a regular expression (repeatable)',
    keep: 'with --redact: leave this find as it is, by its id in the preview (repeatable)',
    preview: 'what --redact would take out, without writing anything',
  },
  columns: {
    cost: 'COST',
    reasoning: 'REASONING',
    errors: 'ERRORS',
    outcome: 'OUTCOME',
    skills: 'SKILLS',
    requests: 'REQUESTS',
    loads: 'LOADS',
    calls: 'CALLS',
    failed: 'FAILED',
    carried: 'CARRIED',
    cached: 'CACHED',
    took: 'TOOK',
    event: 'EVENT',
    kind: 'KIND',
    what: 'WHAT',
    count: 'COUNT',
    find: 'ID',
    differs: 'DIFFERS',
    a: 'A',
    b: 'B',
  },
  heads: {
    turns: 'Turns:',
    skills: 'Skills:',
    references: 'References:',
    tools: 'Tools:',
    slow: 'Slow steps:',
    errors: 'Errors:',
    approvals: 'Approvals:',
  },
  total: (requests: string, prompt: string, cached: string, completion: string): string =>
    `${requests} requests: ${prompt} tokens in (${cached} from the cache), ${completion} out`,
  reasoning: (tokens: string, cost: string): string =>
    `Reasoning: ${tokens} of the tokens answered${cost === '' ? '' : `, ${cost}`}`,
  cost: (amount: string): string => `Cost: ${amount}`,
  unpriced: (models: readonly string[]): string => `No price is known for ${models.join(', ')}.`,
  none: 'No session is like this.',
  more: (shown: string, total: string): string => `${shown} of ${total} sessions are shown. See --limit.`,
  unanswered: 'not answered',
  forked: (at: string): string => `Branched after event ${at}; the new session:`,
  marked: (count: number, n: string): string => `${n} ${count === 1 ? 'session was' : 'sessions were'} marked.`,
  either: (one: string, other: string): string => `Give ${one} or ${other}, not both.`,
  emptyNote: 'The note is empty.',
  nothingToMark: 'Say what to do: --pin, --unpin, --archive, --unarchive, --tag or --untag.',
  atEvent: (option: string, value: string): string => `${option} takes the number of an event, not "${value}".`,
  day: (option: string, value: string): string => `${option} takes a day such as 2030-01-31, not "${value}".`,
  pdfNeedsFile: 'A PDF is no text: name a file with --output.',
  previewed: (total: string): string =>
    `--redact would replace ${total} places. Give --keep ID for each find that is to stay.`,
  nothingFound: '--redact would replace nothing.',
  foreign: (format: string, messages: string): string =>
    `It is another program's transcript (${format}, ${messages} messages): no request was recorded, so there is nothing to verify.`,
  skipped: (count: string): string => `${count} messages have a role that nobody knows; they were left out.`,
  foreignVerify: (session: string): string =>
    `${session}: another program's transcript; nothing was recorded that could be verified.`,
  redactedOpaque: (count: string): string =>
    `Data of the provider that nobody can read, such as encrypted reasoning: ${count}.`,
  missingFile: (session: string, seq: number, name: string, hash: string): string =>
    `${session}: request ${seq} showed ${name} (${hash}), whose file is gone from the data folder: it cannot be rebuilt.`,
  redactedOwn: (count: string): string => `Of your own patterns: ${count}.`,
  redactedPersonal: (count: string): string => `Personal details: ${count}.`,
  redactedNetwork: (count: string): string => `Network addresses: ${count}.`,
  redactedFind: (kind: string, id: string, count: string, events: string): string =>
    `  ${kind} ${id}: ${count}×, in events ${events}`,
} as const;

/** The same words in another language. */
export type ReviewWords = Widened<typeof review>;
type Widened<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...args: infer A) => string
      ? (...args: A) => string
      : Widened<T[K]>;
};
