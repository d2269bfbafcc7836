/** Token figures of texts, for what counts with them as a pure function: each text is counted once, in another thread. */
import { isEstimated } from './count-text.ts';
import { countingThread } from './counting-thread.ts';
import { DEFAULT_ENCODING, type EncodingName, publishedEncoding } from './encoding.ts';
import { createFigures, type Figures } from './figures.ts';

export interface TokenCounter {
  readonly encoding: EncodingName;
  /** The model's provider publishes its encoding, and how it writes messages and tools for the model (OpenAI). */
  readonly published: boolean;
  /** Tokens of `text`, looked up. An estimate where `isEstimated(text)`. */
  count(text: string): number;
}

export { isEstimated };

const thread = countingThread();
/** One for each encoding, shared by all sessions. */
const figures = new Map<EncodingName, Figures>();

/**
 * Runs `work` with a counter that has every figure it asks for. Where some have to be counted first, `work` runs again,
 * and what it came to without them is thrown away: so it has to be pure.
 */
export async function counting<T>(model: string, work: (counter: TokenCounter) => T): Promise<T> {
  const found = await publishedEncoding(model);
  const encoding = found ?? DEFAULT_ENCODING;
  const known = figures.get(encoding) ?? createFigures((texts) => thread(encoding, texts));
  figures.set(encoding, known);
  const counted = new Map<string, number>();
  // Which texts are asked for may hang on earlier figures, so that once again may not be enough.
  for (;;) {
    const missing = new Set<string>();
    const count = (text: string): number => {
      const tokens = counted.get(text) ?? known.peek(text);
      if (tokens === undefined) missing.add(text);
      return tokens ?? 0;
    };
    const result = work({ encoding, published: found !== undefined, count });
    if (missing.size === 0) return result;
    for (const [text, tokens] of await known.count(missing)) counted.set(text, tokens);
  }
}
