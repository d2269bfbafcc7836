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
  cannotLoad: (where: string, why: string): string => `${where}: refused. ${why}`,
  rank: (rank: number, of: number): string => (rank === 0 ? `– of ${of}` : `${rank} of ${of}`),
};

export type ViewWords = typeof views;

export const forms = {
  how: 'Enter accepts the value in brackets, "-" leaves a field empty, "/skip" skips the form.',
  field: (label: string, hint: string, known: string): string =>
    `${label}${hint === '' ? '' : ` (${hint})`}${known === '' ? '' : ` [${known}]`}: `,
  between: '; ',
  date: 'such as 22 Jan 2027',
  yesNo: 'y or n',
  several: 'numbers, separated by commas',
  typeToFind: 'a name or a code',
  which: 'Which of these? Be more specific:',
  another: (what: string): string => `Another: ${what}? [y/N] `,
  item: (what: string, number: number): string => `${what} ${number}`,
  entry: 'entry',
  required: 'needed',
  moreFields: (known: readonly string[]): string =>
    `More options${known.length > 0 ? ` (${known.join('; ')})` : ''}? [y/N] `,
  left: (id: string): string => `The form stays open. Continue with: skilldeck run --session ${id} "…"`,
};
export type FormWords = typeof forms;
