export const watches = {
  title: 'Watches',
  start: 'Watch this',
  terms: 'Checked every {{every}} until {{until}} while Skilldeck is running',
  below: 'alert below {{value}}',
  stop: 'Stop watching',
  remove: 'Remove',
  open: 'Open conversation',
  now: 'Now {{value}}',
  checked: 'checked {{at}}',
  next: 'next check {{at}}',
  failed: 'last check failed: {{why}}',
  empty: 'Nothing is being watched. A result that can be watched has a button for it.',
} as const;
