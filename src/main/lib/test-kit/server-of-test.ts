import type { RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { listen } from './listen.ts';

/** The address of a server that is closed at the end of the test. */
export async function serverOfTest(listener: RequestListener): Promise<string> {
  const { url, close } = await listen(listener);
  onTestFinished(close);
  return url;
}
