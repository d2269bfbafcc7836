import { createHash } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { ModelOutcome } from '../agent/ports.ts';
import { serverOfTest as serve } from '../lib/test-kit/server-of-test.ts';
import { createModel } from './create-model.ts';

async function ask(baseUrl: string): Promise<ModelOutcome> {
  const json = '{"model":"m","messages":[]}';
  const sha256 = createHash('sha256').update(json).digest('hex');
  const tokens = { total: 0, max: 0, parts: [], encoding: 'o200k_base' };
  const request = { json, sha256, model: 'm', wire: 'chat' as const, tokens };
  return createModel({ baseUrl }).stream(request, 1, () => {}, new AbortController().signal);
}

const ANSWER = 'data: {"choices":[{"delta":{"content":"ok"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';

/** Answers after `hops` redirects to its own host. */
function redirecting(hops: number, status = 307): RequestListener {
  let left = hops;
  return (_request, response) => {
    if (left > 0) response.writeHead(status, { location: `/v1/hop-${left--}` }).end();
    else response.writeHead(200, { 'content-type': 'text/event-stream' }).end(ANSWER);
  };
}

describe('a redirect', () => {
  it('to the same host is followed 3 times, but not a 4th time', async () => {
    expect(await ask(await serve(redirecting(3)))).toMatchObject({ kind: 'answer', text: 'ok' });
    expect(await ask(await serve(redirecting(4)))).toMatchObject({ kind: 'failure', code: 'redirected' });
  });

  it('with status 303, which asks for a GET, is not followed', async () => {
    expect(await ask(await serve(redirecting(1, 303)))).toMatchObject({ kind: 'failure', code: 'redirected' });
  });

  it('to another host is shown without its path and query, as they may hold a secret', async () => {
    const location = 'https://other.example:8443/login/SECRET?token=SECRET';
    const outcome = await ask(await serve((_request, response) => response.writeHead(302, { location }).end()));
    expect(outcome).toMatchObject({
      code: 'redirected',
      message: expect.stringContaining(' https://other.example:8443.'),
    });
    expect(JSON.stringify(outcome)).not.toContain('SECRET');
  });
});

it('shows an address without its query in a failure, as it may hold a key', async () => {
  const url = await serve((_request, response) => response.writeHead(401).end('{"error":{"message":"no"}}'));
  const outcome = await ask(`${url}/v1?key=SECRET`);
  expect(outcome).toMatchObject({ code: 'unauthorized', message: expect.stringContaining(`${url}/v1 `) });
  expect(JSON.stringify(outcome)).not.toContain('SECRET');
});
