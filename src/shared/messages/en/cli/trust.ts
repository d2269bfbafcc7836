/** What the command line says of trust in folders, in English. */
export const trust = {
  help: {
    trust: "use the skills of a project's folder from now on",
    dir: 'the folder; the current one where none is named',
    remove: 'use them no longer',
    forRun: 'use the skills of the current folder in this run',
  },
  trusted: (folder: string): string =>
    `Skills of ${folder} are used from now on. Undo: skilldeck trust --remove ${folder}`,
  withdrawn: (folder: string): string => `Skills of ${folder} are no longer used.`,
  leftOut: (folder: string, skills: string): string =>
    `Skills of ${folder} are left out until you trust it: ${skills}. Look at them with 'skilldeck skills show NAME', then: skilldeck trust`,
};
export type TrustWords = typeof trust;
