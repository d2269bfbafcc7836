/** Token figures of texts, for what counts with them as a pure function: each text is counted once, long ones in a thread. */
import { isEstimated, loadCount } from './count-text.ts';
import { type CountElsewhere, countingThread } from './counting-thread.ts';
import { DEFAULT_ENCODING, type EncodingName, publishedEncoding } from './encoding.ts';
import { createFigures, type Figures } from './figures.ts';

export interface TokenCounter {
  readonly encoding: EncodingName;
  /** The model's provider publishes its encoding, and how it writes messages and tools for the model (OpenAI). */
  readonly published: boolean;
  /** Tokens of `text`, looked up. An estimate where `isEstimated(text)`. */
  count(text: string): number;
  /** Sums of `add` by this counter: kept in `sums`, once they have every figure, for a request that asks again. */
  keep<T>(sums: Kept<T>, add: () => T): T;
}

/** Sums of figures that never change, beside what they are sums of. */
export interface Kept<T> {
  /** Their encoding, and whether the model's provider publishes it: tools and thoughts are then counted by other rules. */
  by?: string;
  value?: T;
}

export { isEstimated };

/**
 * UTF-16 units, together, that are counted in this thread: some milliseconds, 25 where nothing breaks them. To start
 * another takes 60, and 20 MB.
 */
const SHORT = 32 * 1024;

const inThread = countingThread();
const countAll: CountElsewhere = async (encoding, texts) => {
  if (texts.reduce((sum, { length }) => sum + length, 0) > SHORT) return inThread(encoding, texts);
  return texts.map(await loadCount(encoding));
};
/** One for each encoding, shared by all sessions. */
const figures = new Map<EncodingName, Figures>();

/** Loads the model's encoding before there is a text to count. Never rejects: a count that fails tells why. */
export async function expectCounting(model: string): Promise<void> {
  await loadCount((await publishedEncoding(model)) ?? DEFAULT_ENCODING).catch(() => undefined);
}

/**
 * Runs `work` with a counter that has every figure it asks for. Where some have to be counted first, `work` runs again,
 * and what it came to without them is thrown away: so it has to be pure.
 */
export async function counting<T>(model: string, work: (counter: TokenCounter) => T): Promise<T> {
  const found = await publishedEncoding(model);
  const encoding = found ?? DEFAULT_ENCODING;
  const known = figures.get(encoding) ?? createFigures((texts) => countAll(encoding, texts));
  figures.set(encoding, known);
  const by = found ?? 'not published';
  const counted = new Map<string, number>();
  // Earlier figures may decide which texts are asked for, so that one more pass may not be enough.
  for (;;) {
    const missing = new Set<string>();
    let misses = 0;
    const counter: TokenCounter = {
      encoding,
      published: found !== undefined,
      count(text) {
        const tokens = counted.get(text) ?? known.peek(text);
        if (tokens !== undefined) return tokens;
        missing.add(text);
        misses += 1;
        return 0;
      },
      keep(sums, add) {
        if (sums.by === by && sums.value !== undefined) return sums.value;
        const missed = misses;
        const value = add();
        if (misses === missed) Object.assign(sums, { by, value });
        return value;
      },
    };
    const result = work(counter);
    if (missing.size === 0) return result;
    for (const [text, tokens] of await known.count(missing)) counted.set(text, tokens);
  }
}
