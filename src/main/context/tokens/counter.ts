/** Token figures of texts, for what counts with them as a pure function: each text is counted once, long ones in a thread. */

import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { ToolDefinition } from '../../../shared/events.ts';
import { entryFile } from '../../lib/app-files.ts';
import { sha256 } from '../../lib/text.ts';
import { isEstimated, loadCount, sampled, scaled } from './count-text.ts';
import { DEFAULT_ENCODING, type EncodingName, publishedEncoding } from './encoding.ts';
import type { CountAnswer, CountJob } from './token-worker.ts';

/** Token counts by content: each text is counted once, for all callers. */
interface Figures {
  /** Returns a known count; `undefined` for a long text: its key takes a millisecond. */
  peek(text: string): number | undefined;
  count(texts: Iterable<string>): Promise<ReadonlyMap<string, number>>;
}

/** Texts remembered at most; then all are forgotten, and those in use counted once more. */
const REMEMBERED = 100_000;
/** UTF-16 units; a longer text is remembered by its hash, so that it is not kept for its figure. */
const MAX_KEY_LENGTH = 512;
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

/** @param countAll tokens of each text. */
export function createFigures(countAll: (texts: readonly string[]) => Promise<readonly number[]>): Figures {
  const known = new Map<string, number>();
  const underWay = new Map<string, Promise<number>>();

  const remember = (key: string, tokens: number): void => {
    if (known.size >= REMEMBERED) known.clear();
    known.set(key, tokens);
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
    peek: (text) => (text.length > LONG ? undefined : known.get(keyOf(text))),
    async count(texts) {
      const waits: Promise<[string, number]>[] = [];
      let batch = newBatch();
      for (const text of texts) {
        if (text.length > LONG) await setImmediate();
        const key = keyOf(text);
        let tokens = known.get(key) ?? underWay.get(key);
        if (tokens === undefined) {
          if (batch.length > 0 && batch.length + text.length > MAX_BATCH) {
            send(batch);
            batch = newBatch();
          }
          tokens = add(batch, key, text);
          underWay.set(key, tokens);
        }
        waits.push(Promise.resolve(tokens).then((one) => [text, one]));
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

// The counting thread: started for a text, shared by all, ended when it rests; does not keep the process alive.

/** Tokens of each text. What a thread that dies, or cannot be started, had still to do is done in this one. */
export type CountElsewhere = (texts: readonly string[]) => Promise<readonly number[]>;

/** Milliseconds without a text after which it ends and gives back some 50 MB. Another takes a tenth of a second. */
const REST_MS = 60_000;

export function countingThread(start: () => Worker = startWorker, restMs = REST_MS): CountElsewhere {
  const open = new Map<number, PromiseWithResolvers<readonly number[]>>();
  let worker: Worker | undefined;
  let lastId = 0;
  let resting: NodeJS.Timeout | undefined;

  const watched = (started: Worker): Worker => {
    started.on('message', ({ id, tokens }: CountAnswer) => {
      open.get(id)?.resolve(tokens);
      open.delete(id);
      if (open.size > 0) return;
      started.unref();
      resting = setTimeout(() => end(started), restMs).unref();
    });
    // The error needs no handling: if the text is the cause, counting it here fails too.
    started.on('error', () => undefined);
    started.on('exit', () => {
      // One that was ended has nothing to do, and may have a successor.
      if (worker !== started) return;
      worker = undefined;
      for (const job of open.values()) job.reject();
      open.clear();
    });
    return started;
  };

  const end = (rested: Worker): void => {
    if (worker === rested) worker = undefined;
    void rested.terminate();
  };

  const given = (texts: readonly string[]): Promise<readonly number[]> => {
    clearTimeout(resting);
    worker ??= watched(start());
    // While it has something to do, the process waits for it.
    worker.ref();
    const job = Promise.withResolvers<readonly number[]>();
    lastId += 1;
    open.set(lastId, job);
    worker.postMessage({ id: lastId, texts } satisfies CountJob);
    return job.promise;
  };

  return async (texts) => {
    try {
      return await given(texts);
    } catch {
      return texts.map(await loadCount());
    }
  };
}

function startWorker(): Worker {
  return new Worker(entryFile(import.meta.dirname, 'token-worker'));
}

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
const countAll: CountElsewhere = async (texts) => {
  if (texts.reduce((sum, { length }) => sum + length, 0) > SHORT) return inThread(texts);
  return texts.map(await loadCount());
};
/** Shared by all sessions. */
const figures = createFigures(countAll);

/** Loads the encoding before there is a text to count. Never rejects: a count that fails tells why. */
export async function expectCounting(): Promise<void> {
  await loadCount().catch(() => undefined);
}

/**
 * Runs `work` with a counter that has every figure it asks for. Where some have to be counted first, `work` runs again,
 * and what it came to without them is thrown away: so it has to be pure.
 */
export async function counting<T>(model: string, work: (counter: TokenCounter) => T): Promise<T> {
  const found = await publishedEncoding(model);
  const encoding = found ?? DEFAULT_ENCODING;
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
        const tokens = counted.get(text) ?? figures.peek(text);
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
    for (const [text, tokens] of await figures.count(missing)) counted.set(text, tokens);
  }
}

// Tokens of a request besides its texts. These are the figures that OpenAI publishes for its own models (Cookbook, "How
// to count tokens with tiktoken": sections 6, chat messages, and 7, tools). They are estimates: OpenAI itself says that
// they may change with a model, and does not mention nested schemas, counted here like top-level ones. Other providers
// publish nothing; their open chat templates (Qwen, GLM, DeepSeek) put a role's marks around each message and pass each
// tool on as the posted JSON, so that is what is counted for them. The correction learned from the providers' own
// figures covers the rest (docs/decisions/0010).

/** Marks around a message: `tokens_per_message`, and the role's name, a token in every encoding. */
export const PER_MESSAGE = 3 + 1;
/** Marks around a call of a tool (gpt-tokenizer's `FUNCTION_CALL_METADATA_TOKEN_OVERHEAD`). */
export const PER_CALL = 3;
/** "Every reply is primed with <|start|>assistant<|message|>". */
const REPLY_PRIMING = 3;

/** `func_init`, for models of the o200k encodings. */
const PER_TOOL = 7;
/** `prop_init`, `prop_key`, `enum_init`, `enum_item`. */
const PROPERTIES = 3;
const PER_PROPERTY = 3;
const ENUM = -3;
const PER_ENUM_VALUE = 3;
/** `func_end`: once, after all tools. */
const TOOLS_END = 12;

/** Tokens outside the texts: the system message's marks, the reply's priming, the frame of the tools. */
export function baseOverhead(tools: readonly unknown[], { published }: TokenCounter): number {
  return PER_MESSAGE + REPLY_PRIMING + (tools.length > 0 && published ? TOOLS_END : 0);
}

/** Tokens of one tool, as written for the model. */
export function toolTokens({ name, description, parameters }: ToolDefinition, counter: TokenCounter): number {
  if (!counter.published)
    return counter.count(JSON.stringify({ type: 'function', function: { name, description, parameters } }));
  return PER_TOOL + counter.count(`${name}:${withoutStop(description)}`) + propertiesTokens(parameters, counter);
}

function propertiesTokens(schema: Schema, counter: TokenCounter): number {
  const properties = Object.entries(asSchema(schema.properties));
  if (properties.length === 0) return 0;
  return properties.reduce((sum, [name, value]) => sum + propertyTokens(name, asSchema(value), counter), PROPERTIES);
}

function propertyTokens(name: string, schema: Schema, counter: TokenCounter): number {
  const { type, description, enum: values, items, anyOf, oneOf } = schema;
  const line = `${name}:${typeWords(type)}:${withoutStop(typeof description === 'string' ? description : '')}`;
  const choices = Array.isArray(values) ? values : [];
  const choice = choices.reduce<number>((sum, one) => sum + PER_ENUM_VALUE + counter.count(String(one)), ENUM);
  const variants = anyOf ?? oneOf;
  return (
    PER_PROPERTY +
    counter.count(line) +
    (choices.length === 0 ? 0 : choice) +
    (variants === undefined ? 0 : counter.count(JSON.stringify(variants))) +
    propertiesTokens(schema, counter) +
    propertiesTokens(asSchema(items), counter)
  );
}

type Schema = Readonly<Record<string, unknown>>;

function asSchema(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? (value as Schema) : {};
}

const typeWords = (type: unknown): string =>
  Array.isArray(type) ? type.join(' | ') : typeof type === 'string' ? type : 'any';
const withoutStop = (text: string): string => text.replace(/\.$/, '');
