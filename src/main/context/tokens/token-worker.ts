/** Counts tokens in a thread. A separate program in the build (`token-worker.js`). */
import { parentPort } from 'node:worker_threads';
import { loadCount } from './count-text.ts';

export interface CountJob {
  readonly id: number;
  readonly texts: readonly string[];
}

export interface CountAnswer {
  readonly id: number;
  readonly tokens: readonly number[];
}

parentPort?.on('message', ({ id, texts }: CountJob) => {
  void loadCount().then((count) => {
    const answer: CountAnswer = { id, tokens: texts.map(count) };
    parentPort?.postMessage(answer);
  });
});
