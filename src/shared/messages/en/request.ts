/** The facts of what the user wants, above the message box. */
export const request = {
  region: 'Your request',
  edit: '{{field}} {{value}}: change',
  missing: '?',
  add: 'Add',
  addTitle: 'What else matters?',
  apply: 'Apply',
  remove: 'Remove',
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
