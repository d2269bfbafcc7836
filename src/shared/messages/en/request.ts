/** The facts of what the user wants, above the message box. */
export const request = {
  region: 'Your request',
  edit: '{{field}} {{value}}: change',
  missing: '?',
  add: 'Add',
  addTitle: 'What else matters?',
  apply: 'Apply',
  remove: 'Remove',
};
