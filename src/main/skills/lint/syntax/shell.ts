/** `bash -n`, which reads and runs nothing. */
import type { SyntaxOutcome } from '../types.ts';
import { runChecker } from './run-checker.ts';

const PLACE = /^[^\n]*?: line (\d+): (.*)$/m;

export async function checkShell(source: string): Promise<SyntaxOutcome> {
  const ended = await runChecker('bash', ['--norc', '--noprofile', '-n'], source);
  if (ended === undefined) return { kind: 'unchecked', why: 'missing', program: 'bash' };
  if (ended.status === null) return { kind: 'unchecked', why: 'silent', program: 'bash' };
  if (ended.status === 0) return { kind: 'ok' };
  const place = PLACE.exec(ended.err);
  const lines = source.split('\n').length;
  return {
    kind: 'error',
    line: Math.min(Number(place?.[1] ?? lines), lines),
    column: 1,
    message: place?.[2] ?? (ended.err.trim().replace(/^bash: /, '') || 'it is not valid shell'),
  };
}
