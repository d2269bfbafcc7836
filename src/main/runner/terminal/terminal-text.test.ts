import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyText } from '../../../shared/test-kit/any-text.ts';
import { createHeadAndTail } from './kept-output.ts';
import { createTerminalText } from './terminal-text.ts';

function shown(...writes: string[]): string {
  let text = '';
  const terminal = createTerminalText((piece) => {
    text += piece;
  });
  for (const write of writes) terminal.write(write);
  terminal.end();
  return text;
}

it.each([
  ['line ends', ['a\r\nb\r\n'], 'a\nb\n'],
  ['a progress bar', ['10%\r50%\r100%\r\ndone'], '100%\ndone'],
  ['a shorter overwrite', ['loading\rdone'], 'doneing'],
  ['an erased line', ['loading\r\u001b[Kdone\n'], 'done\n'],
  ['colours, cut between writes', ['\u001b[1;3', '1mred\u001b', '[0m!'], 'red!'],
  ['backspace', ['abc\b\bX'], 'aXc'],
  ['Chinese', ['北京\r上\n'], '上京\n'],
  ['a window title', ['\u001b]0;title\u0007x'], '␛]0;titlex'],
  ['an erased whole line', ['safe\u001b[2Kx'], '    x'],
  ['a forged line by cursor up', ['rm -rf /\n\u001b[1Aok'], 'rm -rf /\n␛[1Aok'],
  ['C1 controls', ['a\u009b31mb'], 'a<U+009B>31mb'],
  ['invisible and bidirectional', ['pay\u202e001\u200b\u{e0041}'], 'pay<U+202E>001<U+200B><U+E0041>'],
  ['a prompt as line editors draw it', ['\u001b[?2004h\u001b[1G\u001b[0JName? \u001b[7GBo\r\n'], 'Name? Bo\n'],
  ['a column beyond any line', ['a\u001b[99999Gb'], 'a␛[99999Gb'],
  ['an unfinished escape', ['x\u001b['], 'x␛['],
  ['a line erased up to the cursor', ['secret\u001b[3G\u001b[1K\n'], '   ret\n'],
  ['a sequence of 63 characters', [`\u001b[${'1'.repeat(61)}`, 'mx'], 'x'],
  ['a sequence of 64 characters, still open', [`\u001b[${'1'.repeat(62)}`, 'mx'], `␛[${'1'.repeat(62)}mx`],
  ['the last column', ['\u001b[1000Gx'], `${' '.repeat(999)}x`],
  ['a column beyond the last', ['\u001b[1001Gx'], '␛[1001Gx'],
  ['emoji joined', ['👩‍👩‍👧'], '👩‍👩‍👧'],
])('%s', (_name, writes, expected) => {
  expect(shown(...writes)).toBe(expected);
});

it('keeps at most 64 Ki characters of an endless line', () => {
  const pieces: string[] = [];
  const terminal = createTerminalText((piece) => pieces.push(piece));
  for (let count = 0; count < 64; count += 1) terminal.write('x'.repeat(1024));
  expect([pieces, terminal.line().length]).toEqual([[], 65_536]);
  terminal.write('y');
  expect([pieces.map((piece) => piece.length), terminal.line()]).toEqual([[65_537], '']);
});

it('keeps at most one sequence length of an endless escape sequence', () => {
  const terminal = createTerminalText(() => {});
  terminal.write('\u001b[');
  for (let count = 0; count < 10; count += 1) terminal.write('1'.repeat(1_000));
  expect(terminal.line()).toBe(`␛[${'1'.repeat(10_000)}`);
});

it('lets no control character through, for any input in any pieces', () => {
  const hostile = fc.array(
    fc.oneof(
      anyText(8),
      fc.constantFrom(
        '\u001b',
        '\u001b[',
        '\u001bP',
        '\u001b]8;;',
        '\u001b\\',
        '\u009d',
        '\u0007',
        '31m',
        '2J',
        '\r',
        '\b',
      ),
    ),
  );
  fc.assert(
    fc.property(hostile, (writes) => {
      expect(shown(...writes).replaceAll(/[\n\t]/g, '')).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
    }),
  );
});

it('keeps head and tail, cut between characters, and accounts for every byte', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replaceAll('\ufffd', '?'))),
      fc.integer({ min: 8, max: 60 }),
      (parts, max) => {
        const gathered = createHeadAndTail(max);
        for (const part of parts) gathered.add(part);
        const whole = parts.join('');
        const text = gathered.text((omitted, total) => `@@${omitted} of ${total}@@`);
        if (gathered.omitted === 0) {
          expect(text).toBe(whole);
          return;
        }
        const [head = '', tail = ''] = text.split(/\n?@@\d+ of \d+@@\n/);
        expect(whole.startsWith(head.replace(/\n$/, ''))).toBe(true);
        expect(whole.endsWith(tail)).toBe(true);
        expect(Buffer.byteLength(tail)).toBeLessThanOrEqual(max / 2);
      },
    ),
  );
});
