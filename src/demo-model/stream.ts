/** Sends chunks as server-sent events at the pace at which people read along. */
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between chunks: with five columns each, about 200 columns a second. */
const NATURAL_PACE = 25;

/** Stops silently if the client disconnects. */
export async function streamChunks(
  response: ServerResponse,
  chunks: readonly unknown[],
  pace: 'natural' | 'instant',
): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    'x-accel-buffering': 'no',
  });
  for (const chunk of chunks) {
    if (gone.signal.aborted) return;
    if (pace === 'natural') await sleep(NATURAL_PACE, undefined, { signal: gone.signal }).catch(() => undefined);
    if (gone.signal.aborted) return;
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  }
  response.end('data: [DONE]\n\n');
}
