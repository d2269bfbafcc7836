/** The facts of what the user wants, above the message box. */
export const request = {
  region: 'Your request',
  edit: '{{field}} {{value}}: change',
  missing: '?',
  add: 'Add',
  addTitle: 'What else matters?',
  apply: 'Apply',
  remove: 'Remove',
  /** After a message that names a row by its number, where the list on the screen has another order. */
  onScreen: '(On my screen, number {{n}} is {{row}}.)',
  /** Beside what a quote would give. */
  compared: {
    region: 'What you asked for',
    differs: 'Different from what you asked for',
    same: 'As you asked',
    fact: 'Fact',
    asked: 'You asked',
    is: 'It is',
    line: '{{field}}: you asked for {{asked}}, it is {{is}}',
    between: ': ',
  },
};
