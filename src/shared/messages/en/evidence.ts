export const evidence = {
  chained_one: 'Its event is unchanged since it was stored.',
  chained_other: 'All {{n}} events are unchanged since they were stored: every answer, figure, time and approval.',
  chainedFrom:
    'Not chained before event {{n}}: an older version wrote that part. Everything from there on is unchanged since it was stored.',
  unchained:
    'An older version wrote this conversation without a chain of hashes: the last answer, figures, times and approvals aren’t covered.',
  broken: 'Event {{n}} was changed after it was stored: the chain of hashes breaks there.',
  open: 'The end wasn’t recorded: the last event isn’t covered, and events may be missing after it.',
  signed: 'Signed with the key {{key}}. Nothing in the file has changed since; compare the key with the sender’s.',
  signedOwn: 'Signed with your key {{key}}. Nothing in the file has changed since.',
  badSignature: 'The signature of the key {{key}} doesn’t match: the file was changed after it was signed.',
  notCovered: 'Terminal recordings and files aren’t covered.',
  altered: 'Altered at event {{n}}',
  forged: 'Signature doesn’t match',
  unclosed: 'End not recorded',
};
