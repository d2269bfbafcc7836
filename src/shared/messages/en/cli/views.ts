/** Texts of the commands about requests, in English. */

export const views = {
  help: {
    dialects: 'dialect, or all',
    try: 'how well these words match the skill (repeatable)',
    model: 'the model whose encoding is used',
  },
  usage: {
    needs: (option: string, other: string): string => `${option} needs ${other}.`,
  },
  places: { tools: 'tools', system: 'system' },
  manifest: 'Every part, in the order in which the model reads it:',
  pinned: 'pinned',
  leftOut: 'Left out:',
  kept: (tokens: string, total: string): string => `prefix kept: ${tokens} of ${total} tokens`,
  broke: (part: string, seq: number | undefined): string =>
    seq === undefined ? `broken first by ${part}` : `broken first by ${part}, changed by event ${seq}`,
  oneOnly: (dialect: string): string => `Dialect ${dialect} has only one placement: tool results.`,
  counted: (model: string, encoding: string): string => `Tokens as ${model} counts them (${encoding}).`,
  sampleNote:
    'SAMPLE is a sample conversation: a request, the load, its first 20 references, a script, an answer, a second turn; all its requests together.',
  cannotLoad: (where: string, why: string): string => `${where}: refused. ${why}`,
  rank: (rank: number, of: number): string => (rank === 0 ? `– of ${of}` : `${rank} of ${of}`),
};

export type ViewWords = typeof views;
