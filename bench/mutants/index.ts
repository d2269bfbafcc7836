/** All mutants, by module. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Mutant } from './mutant.ts';

/**
 * Reads a file like a diff: `# FILE ~ TESTS` heads the mutants of a file, `ID: FAULT` begins each, then come the
 * lines found (`-`), those in their place (`+`), and why no test can notice it (`=`), where that is so.
 */
function mutantsIn(text: string): Mutant[] {
  const mutants: Mutant[] = [];
  let [file, tests]: [string, readonly string[]] = ['', []];
  for (const line of text.split('\n')) {
    const rest = line.slice(1);
    const last = mutants.at(-1);
    const put = (changed: Partial<Mutant>) => last !== undefined && mutants.splice(-1, 1, { ...last, ...changed });
    const after = (lines: string) => (lines === '' ? rest : `${lines}\n${rest}`);
    if (line.startsWith('# ')) {
      const [name = '', those = ''] = rest.trim().split(' ~ ');
      [file, tests] = [name, those.split(' ')];
    } else if (line.startsWith('-')) put({ find: after(last?.find ?? '') });
    else if (line.startsWith('+')) put({ replace: after(last?.replace ?? '') });
    else if (line.startsWith('= ')) put({ equivalent: rest.trim() });
    else if (line !== '') {
      const [id = '', fault = ''] = line.split(/: (.*)/);
      mutants.push({ id, file, find: '', replace: '', fault, tests });
    }
  }
  return mutants;
}

export const MUTANTS: readonly Mutant[] = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.txt'))
  .sort()
  .flatMap((name) => mutantsIn(readFileSync(path.join(import.meta.dirname, name), 'utf8')));
