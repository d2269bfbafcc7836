import { expect, it } from 'vitest';
import { formFaults, formPatterns, matchOf, patternFault } from './foreign-pattern.ts';

/** Each takes JavaScript's own engine hours or longer on these texts. */
it.each([
  ['^(a|a)+$', `${'a'.repeat(60)}!`],
  ['^((a+))+$', `${'a'.repeat(200)}!`],
  ['^(?:(?:a+))+$', `${'a'.repeat(200)}!`],
  ['^((ab)*|a*b*)*$', `${'ab'.repeat(100)}!`],
  ['(?:|){60}x', 'y'],
  ['^(\\w+\\s?)*$', `${'word '.repeat(2_000)}!`],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'.repeat(200)],
  ['(x+x+)+y', 'x'.repeat(100_000)],
  ['^(.*,){12}P', `${'1,'.repeat(500)}x`],
  ['^([\\s\\S]*?){30}$z', ' '.repeat(500)],
  ['^(?:a?){40}a{40}b', 'a'.repeat(79)],
  ['(a|b|ab)*c', 'ab'.repeat(500)],
])('tests %s in time linear in the text', (pattern, text) => {
  const before = performance.now();
  expect(matchOf(pattern, text)).toEqual({ found: undefined });
  expect(performance.now() - before).toBeLessThan(2_000);
});

it.each([
  ['^\\p{Script=Han}+$', '你好'],
  ['\\p{gc=Lu}', 'aB'],
  ['^[^\\p{sc=Greek}]$', 'x'],
  ['\\s', 'a\u3000b'],
  ['[\\s,]', '\u00a0'],
  ['[\\s\\S]+', 'a\n\u3000'],
  ['^\\S+$', 'a\ufeff'],
  ['^.$', '\r'],
  ['^.$', '😀'],
  ['a[\\b]c', 'a\bc'],
  ['[a[]', '['],
  ['[[^]', '^'],
  ['^[^]$', '\n'],
  ['[]', 'x'],
  ['[^\\]]+', ']ab'],
  ['(?<year>\\d{4})-\\d\\d', 'in 2027-03'],
  ['\\u{1F600}|\\u4e00', '一'],
  ['(?i:ABC)', 'xabc'],
  ['[\\S]', '\u00a0\u3000\ufeffb'],
  ['^[^\\S,]$', '\u3000'],
  ['\\p{Letter}\\P{Uppercase_Letter}', 'éa'],
  ['[\\ud83d\\ude00-\\uD83D\\uDE02]', '😁'],
  ['', 'x'],
])('finds with %s what JavaScript finds in %j', (pattern, text) => {
  expect(matchOf(pattern, text)).toEqual({ found: new RegExp(pattern, 'u').exec(text)?.[0] });
});

it.each([
  ['(', 'form'],
  ['a{2,1}', 'form'],
  ['\\Qa\\E', 'form'],
  ['\\pL', 'form'],
  ['^(?=.*\\d).+$', 'look-around'],
  ['a(?!b)', 'look-around'],
  ['(?<=€)\\d', 'look-around'],
  ['(?<!a)b', 'look-around'],
  ['(a)\\1', 'back-reference'],
  ['(?<n>a)\\k<n>', 'back-reference'],
  ['a{1001}', 'size'],
  ['((a{10}){10}){11}', 'size'],
  ['\\p{L}{1000}'.repeat(5), 'size'],
  ['(?:ab){1000}(?:ab){900}(?:ab){500}', 'size'],
  ['a'.repeat(1_001), 'size'],
  ['\\ud83d', 'unsupported'],
  ['a'.repeat(1_000), undefined],
  ['a{1000}', undefined],
  ['[(?=]\\(?=', undefined],
  ['\\\\1', undefined],
])('says of %.40s: %s', (pattern, fault) => {
  expect(patternFault(pattern)).toBe(fault);
});

it('says how long a text may be for a pattern', () => {
  const { most } = matchOf('[a-c]{1000}$', 'x'.repeat(10_000_000)) as { most: number };
  expect(most).toBeGreaterThan(5_000);
  expect(matchOf('[a-c]{1000}$', 'x'.repeat(most))).toEqual({ found: undefined });
  expect(matchOf('[a-c]{1000}$', 'x'.repeat(most + 1))).toEqual({ most });
});

it('lets an answer through that could not be tested', () => {
  const fits = formPatterns();
  expect([fits('(?=a)b', 'x'), fits('a', 'x'), fits('a', 'a')]).toEqual([true, false, true]);
});

it('reads twenty patterns of a form, and tests answers until their sum is large', () => {
  const patterns = Array.from({ length: 21 }, (_, at) => `^a{${at + 1}}$`);
  const [faults, fits] = [formFaults(), formPatterns()];
  expect(patterns.map((pattern) => faults(pattern)).filter(Boolean)).toEqual(['many']);
  expect(patterns.map((pattern) => fits(pattern, 'b'))).toEqual([...Array(20).fill(false), true]);
  // Fifty entries of a list with thirty fields each, as a hostile form has them: minutes, if all were tested.
  const slow = '(?:(?:a|b|c)?){900}!';
  const again = formPatterns();
  const tested = Array.from({ length: 1_500 }, () => again(slow, 'a'.repeat(200))).indexOf(true);
  expect(tested).toBeGreaterThan(0);
  expect(tested).toBeLessThan(3);
  expect(again('^x$', 'y')).toBe(true);
});
