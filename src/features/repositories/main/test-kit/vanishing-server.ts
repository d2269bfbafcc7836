import type { RequestListener } from 'node:http';
import { listen } from '../../../../main/lib/test-kit/listen.ts';

/** A server that can go away and come back. */
export async function vanishingServer(listener: RequestListener) {
  let isThere = true;
  const server = await listen((request, response) => {
    if (isThere) listener(request, response);
    else response.destroy();
  });
  const becomes = (now: boolean) => async () => {
    isThere = now;
  };
  return { ...server, vanish: becomes(false), comeBack: becomes(true) };
}
