/** An attack of the suite: one run. `got` is determined from outside wherever possible. */
import path from 'node:path';
import type { RunRequest, RunResult } from '../../run-request.ts';
import type { Field } from './field.ts';

export interface Attack {
  readonly group: 'files' | 'kernel' | 'network' | 'secrets' | 'floods';
  readonly name: string;
  readonly command: (field: Field) => string;
  /** Access that the user granted it. */
  readonly request?: (field: Field) => Partial<RunRequest>;
  /** Did it get through? Default: it printed GOT, or the secret. */
  readonly got?: (field: Field, result: RunResult) => boolean;
  /** The runner holds it off without a sandbox too. */
  readonly heldAnyway?: true;
  /** Requires root, or counted processes. */
  readonly only?: 'root' | 'counted';
}

/** JavaScript as a command; `got()` says that it got through. */
export const js = (code: string): string => {
  const text = `const got = () => { console.log('GO' + 'T'); process.exit(0); }; setTimeout(() => process.exit(0), 1500); ${code}`;
  return `node -e '${text.replaceAll("'", `'\\''`)}'`;
};
export const python = (code: string): string => `python3 -c '${code.replaceAll("'", `'\\''`)}'`;

export const grouped = (group: Attack['group'], attacks: readonly Omit<Attack, 'group'>[]): readonly Attack[] =>
  attacks.map((attack) => ({ ...attack, group }));

export const at = (field: Field, name: string): string => path.join(field.outside, name);

export const gotThrough = (attack: Attack, field: Field, result: RunResult): boolean =>
  attack.got?.(field, result) ?? /\bGOT\b/.test(result.output.replaceAll(field.token, 'GOT '));
