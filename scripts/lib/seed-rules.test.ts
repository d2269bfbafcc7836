/** `docs/seed-rules.md` claims only what a test shows. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './paths.mjs';
import { allMarks, marksIn, PAGE, rulesIn } from './seed-rules.mjs';

const marks = allMarks();
const page = readFileSync(PAGE, 'utf8');
const rules = rulesIn(page);

describe('the rules of the documents', () => {
  it('are each covered by a test and implemented by existing code', () => {
    const shown = new Set(marks.flatMap((mark) => mark.rules));
    const exists = (file: string) => [path.join(ROOT, 'src', file), path.join(ROOT, file)].some(existsSync);
    const faults = rules.flatMap(({ id, rule, code }) => [
      ...(shown.has(id) ? [] : [`${id}: no test shows it`]),
      ...(code.length === 0
        ? [`${id}: no code keeps it`]
        : code.filter((file) => !exists(file)).map((file) => `${id}: there is no ${file}`)),
      ...(rule.includes('**differently**') && !/\]\(decisions\//.test(rule) ? [`${id}: no decision is named`] : []),
    ]);
    expect(faults).toEqual([]);
    // Every row of a table is read as a rule.
    expect(rules.length).toBe(page.match(/^\| (?!id )/gm)?.length);
  });

  it('are known wherever a test names one, and each has its own id', () => {
    const ids = new Set(rules.map(({ id }) => id));
    expect(ids.size).toBe(rules.length);
    expect(marks.flatMap((mark) => mark.rules.filter((id) => !ids.has(id)).map((id) => `${mark.file}: ${id}`))).toEqual(
      [],
    );
  });

  it('link to what is there', () => {
    const links = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => path.join(ROOT, 'docs', link));
    expect(links.filter((link) => !existsSync(link))).toEqual([]);
  });
});

it('reads the rules above a test, and its title in any quotes', () => {
  const source = [
    "// Rules: 000.1, 001.2\nit('is it\\'s own', () => {",
    '  // Rules: 002.3\n  it.each([\n    [1, 2],\n  ])("counts %i", () => {',
    '// Rules: 003.4\ntest(`a | b`, async () => {',
    "it('names none', () => {",
  ].join('\n');
  expect(marksIn('a.test.ts', source).map(({ title, rules: named }) => [title, ...named])).toEqual([
    ["is it's own", '000.1', '001.2'],
    ['counts %i', '002.3'],
    ['a | b', '003.4'],
  ]);
});
