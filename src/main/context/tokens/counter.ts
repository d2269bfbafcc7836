/** Token figures of texts: counted in a thread of their own, each text once, then looked up by its content. */
import { setImmediate } from 'node:timers/promises';
import { sha256 } from '../../lib/sha256.ts';
import { isEstimated, sampled, scaled } from './count-text.ts';
import { type CountElsewhere, countingThread } from './counting-thread.ts';
import { DEFAULT_ENCODING, type EncodingName, publishedEncoding } from './encoding.ts';

/** Looks figures up, without waiting: what counts with it stays a pure function. */
export interface TokenCounter {
  readonly encoding: EncodingName;
  /** The model's provider publishes its encoding, and how it writes messages and tools for the model (OpenAI). */
  readonly published: boolean;
  /** Tokens of `text`. An estimate where `isEstimated(text)`. @throws Error (a bug) for a text that was not primed. */
  count(text: string): number;
}

export interface PrimableCounter extends TokenCounter {
  /** Counts what is not known yet; `count` then has it. */
  prime(texts: Iterable<string>): Promise<void>;
}

export { isEstimated };

/** Texts remembered for each encoding, the latest used; more only where one request has more. */
const REMEMBERED = 50_000;
/** UTF-16 units; a longer text is remembered by its hash, so that it is not kept for its figure. */
const MAX_KEY_LENGTH = 512;
/** UTF-16 units handed to the thread at a time: copying them takes a millisecond or two. */
const MAX_BATCH = 1024 * 1024;

const keyOf = (text: string): string => (text.length <= MAX_KEY_LENGTH ? text : `sha256 ${sha256(text)}`);

const figures = new Map<EncodingName, Figures>();
const thread = countingThread();

/** One store of figures per encoding, shared by all sessions. */
async function figuresFor(model: string): Promise<{ readonly known: Figures; readonly counter: PrimableCounter }> {
  const found = await publishedEncoding(model);
  const encoding = found ?? DEFAULT_ENCODING;
  const known = figures.get(encoding) ?? createFigures(encoding, thread);
  figures.set(encoding, known);
  const count = (text: string): number => {
    const tokens = known.get(text);
    if (tokens === undefined) throw new Error(`A text of ${text.length} characters was not primed for counting`);
    return tokens;
  };
  return { known, counter: { encoding, published: found !== undefined, count, prime: known.prime } };
}

export async function counterFor(model: string): Promise<PrimableCounter> {
  return (await figuresFor(model)).counter;
}

/**
 * Runs `work` with a counter that has every figure it asks for. Where some have to be counted first, `work` runs again,
 * and what it came to without them is thrown away: so it has to be pure.
 */
export async function counting<T>(model: string, work: (counter: TokenCounter) => T): Promise<T> {
  const { known, counter } = await figuresFor(model);
  // Which texts are asked for may hang on earlier figures, so that once again may not be enough.
  for (;;) {
    const missing = new Set<string>();
    const count = (text: string): number => {
      const tokens = known.get(text);
      if (tokens === undefined) missing.add(text);
      return tokens ?? 0;
    };
    const result = work({ ...counter, count });
    if (missing.size === 0) return result;
    await counter.prime(missing);
  }
}

export interface Figures {
  get(text: string): number | undefined;
  prime(texts: Iterable<string>): Promise<void>;
}

export function createFigures(encoding: EncodingName, count: CountElsewhere): Figures {
  const known = new Map<string, number>();
  /** Being counted: whoever asks meanwhile waits for the same answer. */
  const underWay = new Map<string, Promise<void>>();

  const learn = async (batch: ReadonlyMap<string, string>, turn: number): Promise<void> => {
    // Not all in one turn of the event loop: each has to be copied.
    for (let waited = 0; waited < turn; waited += 1) await setImmediate();
    const texts = [...batch.values()];
    const tokens = await count(encoding, texts.map(sampled));
    [...batch.keys()].forEach((key, index) => {
      known.set(key, scaled(texts[index] ?? '', tokens[index] ?? 0));
    });
  };

  return {
    get: (text) => known.get(keyOf(text)),
    async prime(texts) {
      const wanted = new Map<string, string>();
      for (const text of texts) wanted.set(keyOf(text), text);
      const waits = new Set<Promise<void>>();
      const missing = new Map([...wanted].filter(([key]) => !known.has(key) && !underWay.has(key)));
      for (const key of wanted.keys()) {
        const wait = underWay.get(key);
        if (wait !== undefined) waits.add(wait);
      }
      for (const [turn, batch] of [...batches(missing)].entries()) {
        const learning = learn(batch, turn).finally(() => {
          for (const key of batch.keys()) underWay.delete(key);
        });
        for (const key of batch.keys()) underWay.set(key, learning);
        waits.add(learning);
      }
      await Promise.all(waits);
      touch(known, wanted.keys());
      forget(known, Math.max(REMEMBERED, wanted.size));
    },
  };
}

function* batches(texts: ReadonlyMap<string, string>): Generator<Map<string, string>> {
  let batch = new Map<string, string>();
  let length = 0;
  for (const [key, text] of texts) {
    if (batch.size > 0 && length + text.length > MAX_BATCH) {
      yield batch;
      batch = new Map();
      length = 0;
    }
    batch.set(key, text);
    length += text.length;
  }
  if (batch.size > 0) yield batch;
}

/** To the end of the order in which they are forgotten. */
function touch(known: Map<string, number>, keys: Iterable<string>): void {
  for (const key of keys) {
    const tokens = known.get(key);
    if (tokens === undefined) continue;
    known.delete(key);
    known.set(key, tokens);
  }
}

function forget(known: Map<string, number>, size: number): void {
  for (const key of known.keys()) {
    if (known.size <= size) return;
    known.delete(key);
  }
}
