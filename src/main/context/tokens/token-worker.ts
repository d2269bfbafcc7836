/** Counts tokens in a thread. A separate program in the build (`token-worker.js`). */
import { parentPort } from 'node:worker_threads';
import { loadCount } from './count-text.ts';
import type { EncodingName } from './encoding.ts';

export interface CountJob {
  readonly id: number;
  readonly encoding: EncodingName;
  readonly texts: readonly string[];
}

export interface CountAnswer {
  readonly id: number;
  readonly tokens: readonly number[];
}

parentPort?.on('message', ({ id, encoding, texts }: CountJob) => {
  void loadCount(encoding).then((count) => {
    const answer: CountAnswer = { id, tokens: texts.map(count) };
    parentPort?.postMessage(answer);
  });
});
