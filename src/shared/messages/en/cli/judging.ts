/** Texts of `skilldeck review`. */
export const judging = {
  help: {
    review: 'judge conversations: verdicts, scores by a rubric, remarks, reports',
    list: 'what reviewers said',
    ofSession: 'of this conversation only (repeatable)',
    ofReviewer: 'of this reviewer only',
    add: 'judge a conversation, or one moment of it; replaces what you said of it before',
    verdict: 'the verdict',
    score: 'CRITERION=POINTS of the rubric (repeatable)',
    rubric: "a rubric: a file, or a name in the data folder's rubrics/",
    text: 'a remark',
    at: 'the event it is about (default: the whole conversation)',
    as: 'the name that the review carries (default: the setting "reviewer", or your account)',
    remove: 'revoke what you said of it',
    queue: 'list the conversations to judge, or put conversations into that list',
    queueIds: 'conversations to put into the queue',
    why: 'the reason, shown beside each',
    dequeue: 'remove them from the queue',
    agreement: 'how far two reviewers agree',
    reviewer: 'a reviewer',
    report: 'a report over conversations, with each remark beside its moment; private data is redacted',
    reportIds: 'conversations (default: all that were judged)',
    format: 'the format',
    noRedact: 'leave private data in',
    output: 'write to this file',
    give: 'export only the reviews to a file, for another data folder',
    take: 'import the reviews from an export',
    takeFile: 'a file that "review export" or "sessions export" wrote',
    rubrics: "list the rubrics in the data folder's rubrics/, or check one file",
    rubricFile: 'a rubric to check',
  },
  none: 'No reviews yet.',
  /** Instead of a reviewer. */
  note: '(note)',
  queueEmpty: 'The queue is empty.',
  queued: (n: number): string => `${n} ${n === 1 ? 'conversation' : 'conversations'} in the queue.`,
  noRubrics: (folder: string): string => `No rubrics in ${folder}. Put a YAML file there; docs/user/review.md has one.`,
  noRubric: (name: string, folder: string): string =>
    `There is no rubric "${name}" in ${folder}. 'skilldeck review rubrics' lists them.`,
  needsRubric: '--score needs --rubric: a file, or the name of a rubric.',
  badScore: (given: string): string => `--score takes CRITERION=POINTS, not "${given}".`,
  noCriterion: (given: string, ids: readonly string[]): string =>
    `The rubric has no criterion "${given}". It has: ${ids.join(', ')}.`,
  outside: (criterion: string, min: number, max: number): string =>
    `${criterion} takes ${min} to ${max} points in whole numbers.`,
  saysNothing: 'Use --verdict, --score, --text or --remove.',
  agree: (same: string, n: string, percent: string): string =>
    `${same} of ${n} conversations have the same verdict (${percent}).`,
  noneShared: (a: string, b: string): string => `No conversation was judged by both ${a} and ${b}.`,
  kappa: (value: string): string => `Cohen's kappa: ${value}`,
  noKappa: "Cohen's kappa is not defined: both gave one and the same verdict throughout.",
  tooFew: (n: string): string => `Too few conversations (${n}) for a conclusion: judge at least 10.`,
  differing: 'Different verdicts:',
  criterion: (name: string, same: string, n: string, distance: string): string =>
    `${name}: the same score in ${same} of ${n}, ${distance} points apart on average`,
  took: (added: string, reviews: string, sessions: string): string =>
    `Imported ${added} of ${reviews} reviews of ${sessions} conversations; the others already existed.`,
  reported: (sessions: string, places: string): string =>
    `Report over ${sessions} ${sessions === '1' ? 'conversation' : 'conversations'}; private data was redacted in ${places} ${places === '1' ? 'place' : 'places'}.`,
};
export type JudgingWords = typeof judging;
