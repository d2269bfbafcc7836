/** How the person keeps a session, and their notes. It may be said of one too that is here to be read alone. */
export const ABOUT_THE_LIST: ReadonlySet<string> = new Set([
  'session-renamed',
  'session-deleted',
  'session-restored',
  'session-marked',
  'note-added',
  'note-changed',
  'note-removed',
]);
