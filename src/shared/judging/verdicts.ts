export const VERDICTS = ['pass', 'fail', 'unclear'] as const;
export type Verdict = (typeof VERDICTS)[number];
