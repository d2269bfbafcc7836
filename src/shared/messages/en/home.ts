export const home = {
  forgetRecent: 'Clear',
  prefer: 'Use these choices next time, too',
  preferred: 'Saved on this computer as your preferences.',
};
