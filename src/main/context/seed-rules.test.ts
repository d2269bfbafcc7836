/** `docs/seed-rules.md` names only what is there: a rule whose test was renamed or removed has lost its proof. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { appRoot } from '../lib/app-root.ts';

const ROOT = appRoot(import.meta.dirname);
const DOCUMENT = path.join(ROOT, 'docs/seed-rules.md');

interface Row {
  readonly rule: string;
  readonly code: readonly string[];
  readonly tests: readonly { readonly file: string; readonly name: string }[];
}

function rowsOf(text: string): Row[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| rule |'))
    .map((line) => {
      const [rule = '', code = '', tests = ''] = line.slice(2, -2).split(' | ');
      return {
        rule,
        code: [...code.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
        tests: tests.split('<br>').map((one) => {
          const [, file = '', name = ''] = /^`([^`]+)` (.+)$/.exec(one) ?? [];
          return { file, name: name.replaceAll('&#124;', '|') };
        }),
      };
    });
}

/** Paths start in `src/`, or at the root. */
function find(file: string): string | undefined {
  return [path.join(ROOT, 'src', file), path.join(ROOT, file)].find((one) => file !== '' && existsSync(one));
}

/** As the first argument of a test, in whatever quotes. */
function hasTest(source: string, name: string): boolean {
  const written = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "\\\\?'");
  return new RegExp(`\\(\\s*(['"\`])${written}\\1,`).test(source);
}

it('each rule of the documents names code and tests that exist', () => {
  const text = readFileSync(DOCUMENT, 'utf8');
  const rows = rowsOf(text);
  const faults = rows.flatMap(({ rule, code, tests }) => [
    ...(code.length === 0 || tests.length === 0 ? [`${rule}: no code or no test`] : []),
    ...code.filter((file) => find(file) === undefined).map((file) => `${rule}: there is no ${file}`),
    ...tests.flatMap(({ file, name }) => {
      const found = find(file);
      if (found === undefined) return [`${rule}: there is no ${file}`];
      return hasTest(readFileSync(found, 'utf8'), name) ? [] : [`${rule}: ${file} has no test "${name}"`];
    }),
    ...(rule.includes('**differently**') && !/\]\(decisions\//.test(rule) ? [`${rule}: no decision is named`] : []),
  ]);
  expect(faults).toEqual([]);
  expect(rows.length).toBeGreaterThan(100);
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => path.join(ROOT, 'docs', link));
  expect(links.filter((link) => !existsSync(link))).toEqual([]);
});

it('a name that is not there is found out', () => {
  expect(hasTest("it('is it\\'s own', () => {", "is it's own")).toBe(true);
  expect(hasTest("it.each(X)('does %s', () => {", 'does %s')).toBe(true);
  expect(hasTest("it('does this and that', () => {", 'does this')).toBe(false);
  expect(rowsOf('| a rule | `main/app.ts` | `main/x.test.ts` one<br>`main/y.test.ts` two |')).toEqual([
    {
      rule: 'a rule',
      code: ['main/app.ts'],
      tests: [
        { file: 'main/x.test.ts', name: 'one' },
        { file: 'main/y.test.ts', name: 'two' },
      ],
    },
  ]);
});
