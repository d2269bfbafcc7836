export const common = {
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Couldn’t copy. Select the text and copy it by hand.',
  loading: 'Loading',
  undo: 'Undo',
  tokens_one: '{{n}} token',
  tokens_other: '{{n}} tokens',
  unexpected: 'See the log file for details. {{message}}',
  notConnected: 'Nothing was lost. Try again in a moment.',
};
