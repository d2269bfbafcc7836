export const trust = {
  help: {
    trust: 'trust a project folder and use its skills',
    dir: 'the folder; the current one where none is named',
    remove: 'stop using them',
    forRun: 'use the skills of the current folder in this run',
  },
  trusted: (folder: string): string => `Trusted ${folder}. Undo with: skilldeck trust --remove ${folder}`,
  withdrawn: (folder: string): string => `Skills of ${folder} are no longer used.`,
  leftOut: (folder: string, skills: string): string =>
    `Skipped the skills of ${folder} until you trust it: ${skills}. Review them with 'skilldeck skills show NAME', then run: skilldeck trust`,
};
export type TrustWords = typeof trust;
