/** Texts of the commands about whole sessions, in English. */
export const review = {
  help: {
    tag: 'with this tag (repeatable)',
    skill: 'filter by loaded skill (repeatable)',
    model: 'filter by model (repeatable)',
    outcome: 'filter by outcome (repeatable)',
    problem:
      'filter by what went wrong (repeatable): a failure, a slow step, a loop, a refused approval, claims without a source, evidence that does not hold',
    verdict: 'filter by verdict of a reviewer (repeatable)',
    origin: 'filter by origin (repeatable): made here, imported, by another program, shared by a colleague',
    environment: 'filter by environment (repeatable)',
    archived: 'archived conversations',
    deleted: 'deleted conversations',
    since: 'changed on this day or later (YYYY-MM-DD)',
    until: 'changed on this day or earlier (YYYY-MM-DD)',
    words: 'containing these words',
    sort: 'sorted by',
    role: 'only in these texts (repeatable)',
    ofSession: 'in this conversation only',
    pattern: 'with --redact: redact these words too; /…/ is a regular expression (repeatable)',
    keep: 'with --redact: keep this match, by its id in the preview (repeatable)',
    preview: 'show what --redact would replace, without writing anything',
    sign: 'sign the JSON Lines with your key (Ed25519), which is created the first time',
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
  unrecorded: 'not recorded',
  unrecordedTotal: 'Requests, tokens and cost: not recorded in the imported file.',
  noPrice: 'price unknown',
  unpriced: (models: readonly string[]): string => `Price unknown for ${models.join(', ')}.`,
  none: 'No matching conversations.',
  more: (shown: string, total: string): string => `Showing ${shown} of ${total} conversations. See --limit.`,
  day: (option: string, value: string): string => `${option} takes a day such as 2030-01-31, not "${value}".`,
  signNeedsLines: '--sign is for JSON Lines: use --format jsonl, with --output if you also use --json.',
  exportedAltered: (event: string): string =>
    `Event ${event} was changed after it was stored. The file says so wherever it is verified.`,
  sameSettings: 'Same settings and skill versions.',
  otherSettings: 'Settings and skill versions that differ:',
  pdfNeedsFile: 'A PDF is not text: name a file with --output.',
  previewed: (total: string): string => `--redact would replace ${total} places. Use --keep ID to keep a match.`,
  nothingFound: '--redact would replace nothing.',
  foreign: (format: string, messages: string): string =>
    `Imported for reading. It was not made by Skilldeck (${format}, ${messages} messages), so there are no requests to verify.`,
  foreignVerify: (session: string): string => `${session}: not made by Skilldeck, so there are no requests to verify.`,
  missingFile: (session: string, seq: number, name: string, hash: string): string =>
    `${session}: request ${seq} included ${name} (${hash}), which is missing from the data folder, so it can't be rebuilt.`,
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
