const REASONS = {
  new: 'new',
  changed: 'changed',
  'too-large': 'too large to check: over 2,000 files or 64 MB',
} as const;

export const trust = {
  help: {
    trust: 'trust a project folder and use its skills as they are now',
    dir: 'the folder; the current one where none is named',
    remove: 'stop using them',
    forRun: 'use the skills of the current folder in this run',
  },
  trusted: (folder: string): string => `Trusted ${folder}. Undo with: skilldeck trust --remove ${folder}`,
  withdrawn: (folder: string): string => `Skills of ${folder} are no longer used.`,
  /** A skill in the two lines below. */
  named: (skill: string, reason: keyof typeof REASONS | undefined, replaces: boolean): string => {
    const notes = [
      ...(reason === undefined ? [] : [REASONS[reason]]),
      ...(replaces ? ['would replace the skill of that name'] : []),
    ];
    return notes.length === 0 ? skill : `${skill} (${notes.join('; ')})`;
  },
  changed: (folder: string, skills: string): string =>
    `Skipped skills that are new or changed since you trusted ${folder}: ${skills}. Review them, then run: skilldeck trust`,
  leftOut: (folder: string, skills: string): string =>
    `Skipped the skills of ${folder} until you trust it: ${skills}. Review them with 'skilldeck skills show NAME', then run: skilldeck trust`,
};
export type TrustWords = typeof trust;
