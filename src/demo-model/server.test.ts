import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoModel, startDemoModel } from './server.ts';

let model: DemoModel;
beforeAll(async () => {
  model = await startDemoModel({ pace: 'instant' });
});
afterAll(() => model.close());

const HELLO = { model: 'skilldeck-demo', messages: [{ role: 'user', content: 'hello' }] };
const post = (body: unknown, url = model.url) =>
  fetch(`${url}/chat/completions`, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) });

describe('the endpoint', () => {
  it('is on loopback and names its one model', async () => {
    expect(model.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    expect(await (await fetch(`${model.url}/models`)).json()).toMatchObject({
      object: 'list',
      data: [{ id: 'skilldeck-demo' }],
    });
  });

  it('answers in one document, with a finish reason and a count', async () => {
    const response = await post({ ...HELLO, messages: [{ role: 'user', content: [{ type: 'text', text: '你好' }] }] });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      object: 'chat.completion',
      model: 'skilldeck-demo',
      choices: [
        { message: { role: 'assistant', content: expect.stringContaining('演示模型（离线）') }, finish_reason: 'stop' },
      ],
      usage: {
        prompt_tokens: expect.any(Number),
        completion_tokens: expect.any(Number),
        total_tokens: expect.any(Number),
      },
    });
  });

  it('stops at the tokens that it is allowed', async () => {
    const response = await post({ ...HELLO, max_tokens: 3 });
    expect(await response.json()).toMatchObject({
      choices: [{ message: { content: 'Hello, I am ' }, finish_reason: 'length' }],
    });
  });

  it('streams small pieces, usage only where it was asked for', async () => {
    const text = await (await post({ ...HELLO, stream: true })).text();
    const events = text
      .trimEnd()
      .split('\n\n')
      .map((event) => event.replace(/^data: /, ''));
    expect(events.at(-1)).toBe('[DONE]');
    const chunks = events
      .slice(0, -1)
      .map(
        (event) => JSON.parse(event) as { choices: { delta: { content?: string }; finish_reason: string | null }[] },
      );
    expect(chunks.every((chunk) => chunk.choices.length === 1 && !('usage' in chunk))).toBe(true);
    const pieces = chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '');
    expect(pieces.join('')).toContain('Demo model (offline)');
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(5);
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop');
  });

  it.each([
    ['no JSON', '{', 400, 'cannot be read'],
    ['no messages', { model: 'skilldeck-demo' }, 400, '`messages`'],
    ['an odd role', { model: 'skilldeck-demo', messages: [{ role: 'wizard', content: '' }] }, 400, '`messages.0.role`'],
    ['another model', { ...HELLO, model: 'gpt-9' }, 404, 'only "skilldeck-demo"'],
  ])('refuses %s with what is wrong', async (_, body, status, message) => {
    const response = await post(body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({
      error: { message: expect.stringContaining(message), type: 'invalid_request_error' },
    });
  });

  it('knows no other path, and no other host', async () => {
    expect((await fetch(`${model.url}/embeddings`, { method: 'POST' })).status).toBe(404);
    const { request } = await import('node:http');
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const call = request(`${model.url}/models`, { headers: { host: 'evil.example' } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      call.on('error', reject).end();
    });
    expect(status).toBe(403);
  });
});

describe('at its natural pace', () => {
  it('comes in pieces, and ends when the client goes or the server closes', async () => {
    const slow = await startDemoModel();
    const client = new AbortController();
    const open = (signal?: AbortSignal) =>
      fetch(`${slow.url}/chat/completions`, {
        method: 'POST',
        body: JSON.stringify({ ...HELLO, stream: true }),
        ...(signal ? { signal } : {}),
      });
    const left = (await open(client.signal)).body?.getReader();
    expect((await left?.read())?.done).toBe(false);
    client.abort();
    await expect(left?.read()).rejects.toThrow();

    const cut = (await open()).body?.getReader();
    expect((await cut?.read())?.done).toBe(false);
    // It would stream for over half a second more; closing does not wait for that, or for anyone.
    await slow.close();
    await expect(
      (async () => {
        for (;;) if ((await cut?.read())?.done !== false) return;
      })(),
    ).rejects.toThrow();
  });
});
