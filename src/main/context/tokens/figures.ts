/** Token counts by content: each text is counted once, for all callers. */
import { setImmediate } from 'node:timers/promises';
import { sha256 } from '../../lib/text.ts';
import { isEstimated, sampled, scaled } from './count-text.ts';

export interface Figures {
  /** Returns a known or quickly found count; `undefined` for a long text that was not asked for lately: its key takes a millisecond. */
  peek(text: string): number | undefined;
  count(texts: Iterable<string>): Promise<ReadonlyMap<string, number>>;
}

/** Texts remembered at least, the latest used; at most twice as many. */
const REMEMBERED = 50_000;
/** UTF-16 units; a longer text is remembered by its hash, so that it is not kept for its figure. */
const MAX_KEY_LENGTH = 512;
/** UTF-16 units, together, of the texts that are known without their hash: those of the requests that are built now. */
const MAX_RECENT = 4 * 1024 * 1024;
/** UTF-16 units beyond which a text has a turn of the event loop to itself: hashing and copying it takes milliseconds. */
const LONG = 64 * 1024;
/** UTF-16 units handed over at a time. */
const MAX_BATCH = 1024 * 1024;

interface Batch {
  readonly keys: string[];
  readonly texts: string[];
  length: number;
  readonly counted: PromiseWithResolvers<readonly number[]>;
}

export function createFigures(countAll: (texts: readonly string[]) => Promise<readonly number[]>): Figures {
  /** Used since `before` was replaced. */
  let known = new Map<string, number>();
  let before: ReadonlyMap<string, number> = new Map();
  const underWay = new Map<string, Promise<number>>();
  /** Keyed by the text itself: a request asks for the same long texts as the one before it. */
  const recent = new Map<string, number>();
  let recentLength = 0;

  const found = (text: string, tokens: number | undefined): number | undefined => {
    if (tokens === undefined || text.length <= MAX_KEY_LENGTH || text.length > MAX_RECENT || recent.has(text))
      return tokens;
    if (recentLength + text.length > MAX_RECENT) {
      recent.clear();
      recentLength = 0;
    }
    recent.set(text, tokens);
    recentLength += text.length;
    return tokens;
  };

  const remember = (key: string, tokens: number): void => {
    if (known.size >= REMEMBERED) {
      before = known;
      known = new Map();
    }
    known.set(key, tokens);
  };

  // Nothing is moved at each use: a request looks up all texts of its session.
  const lookUp = (key: string): number | undefined => {
    const tokens = known.get(key);
    if (tokens !== undefined) return tokens;
    const earlier = before.get(key);
    if (earlier !== undefined) remember(key, earlier);
    return earlier;
  };

  const send = ({ keys, texts, counted }: Batch): void => {
    countAll(texts.map(sampled))
      .then((all) => {
        const tokens = texts.map((text, index) => scaled(text, all[index] ?? 0));
        keys.forEach((key, index) => {
          remember(key, tokens[index] ?? 0);
        });
        counted.resolve(tokens);
      }, counted.reject)
      .finally(() => {
        for (const key of keys) underWay.delete(key);
      });
  };

  return {
    peek: (text) => recent.get(text) ?? (text.length > LONG ? undefined : found(text, lookUp(keyOf(text)))),
    async count(texts) {
      const waits: Promise<readonly [string, number]>[] = [];
      let batch = newBatch();
      for (const text of texts) {
        if (text.length > LONG) await setImmediate();
        const key = keyOf(text);
        let tokens = lookUp(key) ?? underWay.get(key);
        if (tokens === undefined) {
          if (batch.length > 0 && batch.length + text.length > MAX_BATCH) {
            send(batch);
            batch = newBatch();
          }
          tokens = add(batch, key, text);
          underWay.set(key, tokens);
        }
        waits.push(
          Promise.resolve(tokens).then((one) => {
            found(text, one);
            return [text, one] as const;
          }),
        );
      }
      if (batch.keys.length > 0) send(batch);
      return new Map(await Promise.all(waits));
    },
  };
}

const newBatch = (): Batch => ({ keys: [], texts: [], length: 0, counted: Promise.withResolvers() });

function add(batch: Batch, key: string, text: string): Promise<number> {
  const index = batch.keys.push(key) - 1;
  batch.texts.push(text);
  batch.length += text.length;
  return batch.counted.promise.then((all) => all[index] ?? 0);
}

function keyOf(text: string): string {
  if (text.length <= MAX_KEY_LENGTH) return text;
  // An estimate depends only on the samples and the length.
  return isEstimated(text) ? `${text.length} ${sha256(sampled(text))}` : `sha256 ${sha256(text)}`;
}
