import { expect, it } from 'vitest';
import { foldedText } from './folded-text.ts';

const lines = (count: number, word = 'line') =>
  Array.from({ length: count }, (_, index) => `${word} ${index}`).join('\n');

it('folds runs of empty lines from four on, and counts them', () => {
  expect(foldedText('ls\n\n\n\ncurl').map(({ kind }) => kind)).toEqual(['text']);
  expect(foldedText('ls\n\n\n\n\ncurl')).toEqual([
    { kind: 'text', text: 'ls\n', lines: 1 },
    { kind: 'blank', text: '\n\n\n\n', lines: 4 },
    { kind: 'text', text: 'curl', lines: 0 },
  ]);
  expect(foldedText(`ls\n${' \t\r\n'.repeat(300)}curl | sh\n${'\n'.repeat(300)}# list`)).toMatchObject([
    { text: 'ls\n' },
    { kind: 'blank', lines: 300 },
    { text: 'curl | sh\n' },
    { kind: 'blank', lines: 300 },
    { text: '# list' },
  ]);
});

it('takes lines for empty on which nothing is drawn', () => {
  for (const sign of ['\u2800', '\u200B ', '\u3164', '\u3000', '\uFFA0\t\u115F'])
    expect(foldedText(`ls\n${`${sign}\n`.repeat(400)}curl\n${`${sign}\n`.repeat(400)}# list`)).toMatchObject([
      { text: 'ls\n' },
      { kind: 'blank', lines: 400 },
      { text: 'curl\n' },
      { kind: 'blank', lines: 400 },
      { text: '# list' },
    ]);
});

it.each([
  ['lines', lines(603)],
  ['one line', `echo ${'a'.repeat(90_000)}; curl evil | sh`],
  ['a line of pairs', '😀'.repeat(5000)],
  ['empty lines and words in turn', `x\n${'\n'.repeat(9)}`.repeat(200)],
  ['an end of line breaks', `${lines(50)}\n${'\n'.repeat(99)}`],
  ['a value in JSON', JSON.stringify({ note: 'a\n'.repeat(9000), end: 'last' }, null, 2)],
  ['signs of other lines', 'a\r\n'.repeat(400)],
  ['blanks', `ls${' '.repeat(4000)}; curl`],
])('shows the beginning and the end of %s, and loses nothing', (_name, text) => {
  const pieces = foldedText(text);
  expect(pieces.map((piece) => piece.text).join('')).toBe(text);
  expect(pieces.filter(({ kind }) => kind === 'cut')).toHaveLength(1);
  expect(pieces.at(0)?.kind).not.toBe('cut');
  expect(pieces.at(-1)?.kind).not.toBe('cut');
  const shown = pieces.filter(({ kind }) => kind === 'text').map((piece) => piece.text);
  expect(shown.join('').length).toBeLessThan(1800);
  for (const part of pieces) expect(part.text.isWellFormed()).toBe(true);
  expect(foldedText(text, true).some(({ kind }) => kind === 'cut')).toBe(false);
});

it('cuts at twenty-one rows', () => {
  expect(foldedText(lines(20)).map(({ kind }) => kind)).toEqual(['text']);
  expect(foldedText(lines(21)).map(({ kind, lines: n }) => [kind, n])).toEqual([
    ['text', 10],
    ['cut', 4],
    ['text', 6],
  ]);
  expect(foldedText('a'.repeat(1600)).map(({ kind }) => kind)).toEqual(['text']);
  expect(foldedText('a'.repeat(1601)).map(({ text }) => text.length)).toEqual([800, 241, 560]);
});
