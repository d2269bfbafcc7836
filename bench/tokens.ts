/** What counting tokens costs beside `gpt-tokenizer` itself, and how long it holds up the thread that everything else runs in. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
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

/** Without a break, as nobody writes: every character drawn by a fixed sequence. */
function scattered(length: number, characters: readonly string[]): string {
  let state = 7;
  const next = (): string => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return characters[state % characters.length] ?? '';
  };
  return Array.from({ length }, next).join('');
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const HANZI = [...new Set(CHINESE.match(/\p{Script=Han}/gu))];
/** Each takes `gpt-tokenizer` alone time that grows with the square of its length. */
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
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  const theirs = (text: string): number => countTokens(text, ORDINARY);
  const count = await loadCount('o200k_base');
  const rows: Row[] = [];
  for (const [name, words] of [
    ['English', ENGLISH],
    ['Chinese', CHINESE],
    ['code', CODE],
  ] as const) {
    const text = upTo(MEGABYTE, words);
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
  const stalled = UNBROKEN.map(([, text]) => `${text(MEGABYTE)} `);
  const stall = await longestStall(() => counting('gpt-4o', ({ count: figure }) => stalled.map(figure)));
  const heaviest = rows.slice(-UNBROKEN.length).map(({ ours }) => ours);
  rows.push({
    what: 'longest stall of the main thread: all of these, 1 MB each',
    ours: stall,
    floor: 'the slowest of them counted in place',
    floorMs: Math.max(...heaviest),
  });
  return rows;
}

/** Milliseconds. */
async function longestStall(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  // Once round the loop before and after, so that its ends are seen.
  await new Promise((resolve) => setTimeout(resolve, 20));
  delay.reset();
  await work();
  await new Promise((resolve) => setTimeout(resolve, 5));
  delay.disable();
  return delay.max / 1e6;
}
