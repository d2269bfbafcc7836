export const home = {
  recent: 'Recent searches',
  forgetRecent: 'Clear',
  more: 'More options',
  prefer: 'Use these choices next time, too',
  preferred: 'Saved on this computer as your preferences.',
};
