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
