export const common = {
  close: 'Close',
  cancel: 'Cancel',
  copy: 'Copy',
  copied: 'Copied',
  loading: 'Loading',
  undo: 'Undo',
  tokens_one: '{{n}} token',
  tokens_other: '{{n}} tokens',
  unexpected: 'Something went wrong that should not have: {{message}} It is written down in the log file.',
  notConnected: 'Skilldeck is not connected right now. Nothing was lost; try again in a moment.',
};
