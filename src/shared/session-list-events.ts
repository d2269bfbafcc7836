/** Events about a session's marks and notes. Allowed for read-only sessions too. */
export const ABOUT_THE_LIST: ReadonlySet<string> = new Set([
  'session-renamed',
  'session-deleted',
  'session-restored',
  'session-marked',
  'note-added',
  'note-changed',
  'note-removed',
]);
