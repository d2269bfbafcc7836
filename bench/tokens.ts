/** Measures token counting against `gpt-tokenizer` alone, and how long it blocks the main thread. */
import { loadCount } from '../src/main/context/tokens/count-text.ts';
import { counting } from '../src/main/context/tokens/counter.ts';
import { compare, type Row } from './table.ts';

const MEGABYTE = 1024 * 1024;
const ORDINARY = { disallowedSpecial: new Set<string>() };

const ENGLISH =
  'The flight leaves Beijing at 09:25 and arrives in Tokyo at 13:55, local time; seats 14A and 14B are free. ';
const CHINESE = '我想订一张明天从北京去东京的机票，经济舱，两个大人一个孩子。靠窗的座位最好，价格不要超过三千元。';
const CODE =
  'export const total = (parts: readonly Part[]): number => parts.reduce((sum, { tokens }) => sum + tokens, 0);\n';

const upTo = (length: number, text: string): string => text.repeat(Math.ceil(length / text.length)).slice(0, length);

/** Text without breaks, unlike real text: each character drawn by a fixed sequence. */
function scattered(length: number, characters: readonly string[]): string {
  let state = 7;
  const next = (): string => {
    // Xorshift, 32 bits: it does not repeat within any of these texts.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return characters[(state >>> 0) % characters.length] ?? '';
  };
  return Array.from({ length }, next).join('');
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const HANZI = [...new Set(CHINESE.match(/\p{Script=Han}/gu))];
const PHRASES = [
  '我想订',
  '一张',
  '明天',
  '从北京',
  '去东京',
  '的机票',
  '两个大人',
  '一个孩子',
  '靠窗',
  '价格',
  '不超过',
  '三千元',
  '，',
  '。',
  '请问',
  '有没有',
  '更早的',
  '航班',
];
/** Texts for which `gpt-tokenizer` takes time quadratic in their length. */
const UNBROKEN: readonly (readonly [name: string, text: (length: number) => string])[] = [
  ['one letter', (length) => 'a'.repeat(length)],
  ['=', (length) => '='.repeat(length)],
  ['spaces', (length) => ' '.repeat(length)],
  ['letters without a space', (length) => scattered(length, LETTERS)],
  ['Chinese without a stop', (length) => scattered(length, HANZI)],
  ['emoji of many parts', (length) => upTo(length, '👩‍👩‍👧‍👦👍🏽')],
];

/** The first thing to run: the encoding has to be unknown to this process. */
export async function firstCount(): Promise<Row> {
  const text = upTo(200_000, ENGLISH + CHINESE);
  const ours = await longestStall(() => counting('gpt-4o', ({ count }) => count(text)));
  const inPlace = await longestStall(async () => {
    const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
    countTokens(text, ORDINARY);
  });
  return {
    what: 'longest stall of the main thread: first count, 200 KB',
    ours,
    floor: 'importing and counting in place',
    floorMs: inPlace,
  };
}

export async function countingTokens(): Promise<Row[]> {
  const { countTokens, clearMergeCache } = await import('gpt-tokenizer/encoding/o200k_base');
  const theirs = (text: string): number => {
    // It remembers what it has merged, however long: the second time would be a look-up.
    clearMergeCache();
    return countTokens(text, ORDINARY);
  };
  const count = await loadCount();
  const rows: Row[] = [];
  const ordinary = {
    English: upTo(MEGABYTE, ENGLISH),
    Chinese: scattered(MEGABYTE / 3, PHRASES),
    code: upTo(MEGABYTE, CODE),
  };
  for (const [name, text] of Object.entries(ordinary)) {
    rows.push(
      await compare(
        `1 MB of ${name}`,
        () => count(text),
        'gpt-tokenizer',
        () => theirs(text),
        5,
      ),
    );
  }
  for (const [name, text] of UNBROKEN) {
    const short = text(16 * 1024);
    if (count(short) !== theirs(short)) throw new Error(`${name}: the figures differ`);
    rows.push(
      await compare(
        `16 KB of ${name}`,
        () => count(short),
        'gpt-tokenizer',
        () => theirs(short),
        1,
      ),
    );
  }
  const prose = upTo(MEGABYTE, ENGLISH);
  for (const [name, text] of UNBROKEN) {
    const long = text(MEGABYTE);
    rows.push(
      await compare(
        `1 MB of ${name}`,
        () => count(long),
        'gpt-tokenizer, 1 MB of English',
        () => theirs(prose),
        1,
      ),
    );
  }
  const stalled = UNBROKEN.map(([, text]) => text(MEGABYTE + 1));
  const stall = await longestStall(() => counting('gpt-4o', ({ count: figure }) => stalled.map(figure)));
  const idle = await longestStall(() => new Promise((resolve) => setTimeout(resolve, 1_000)));
  rows.push({
    what: 'longest stall of the main thread: all of these, 1 MB each',
    ours: stall,
    floor: 'nothing to do for a second',
    floorMs: idle,
  });
  return rows;
}

/** Milliseconds, of which one or two are the timer's own. */
async function longestStall(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  await work();
  // Lets the timer fire once more after the work.
  await new Promise((resolve) => setTimeout(resolve, 5));
  clearInterval(timer);
  return longest;
}
