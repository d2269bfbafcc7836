import { describe, expect, it } from 'vitest';
import type { EventBody } from '../../shared/events.ts';
import { createContextEngine, prepareRequest, tableOf } from './engine.ts';
import { answered, catalog, created, prompt, said, stateOf } from './test-kit/states.ts';

const call = (id: string, name: string) => ({ id, name, arguments: '{"a":1}' });

describe('the token table', () => {
  it('counts the name, the arguments and the markers of each call', async () => {
    const tokens = async (...calls: readonly { id: string; name: string; arguments: string }[]) => {
      const { parts } = await tableOf(stateOf(created(), prompt(), said('hi'), answered('ok', ...calls)));
      return parts.find(({ kind }) => kind === 'assistant')?.tokens ?? 0;
    };
    const none = await tokens();
    // `load_skill` takes 2 tokens, `{"a":1}` 5, `{}` 1, and each call 3 for its marks.
    expect((await tokens(call('c', 'load_skill'))) - none).toBe(2 + 5 + 3);
    expect((await tokens(call('c', 'load_skill'), { id: 'd', name: 'grep', arguments: '{}' })) - none).toBe(
      10 + 1 + 1 + 3,
    );
  });

  it('sends nothing over the limit and reports both figures', async () => {
    const state = stateOf(created({ maxContext: 20 }), prompt(), said('hello there'));
    const { total } = await tableOf(state);
    expect(await prepareRequest(state)).toEqual({
      code: 'context-full',
      reason: 'context-full',
      figures: { n: total, most: 20, listed: 0 },
      message: expect.stringContaining(`${total} tokens and the model's limit is 20`),
    });
    const ids = Array.from({ length: 200 }, (_, index) => `skill-${index}`);
    expect(await prepareRequest(stateOf(created({ maxContext: 1_000 }), prompt(), catalog(...ids)))).toMatchObject({
      message: expect.stringMatching(/The list of skills alone takes [\d,]+\. Turn off/),
    });
  });

  it('names the MCP server whose tools fill the window, the largest of several', async () => {
    const tools = (server: string, words: number) => ({
      name: `${server}_look`,
      server,
      parameters: { type: 'object' },
      description: 'looks '.repeat(words),
    });
    const over = (...given: ReturnType<typeof tools>[]) =>
      prepareRequest(stateOf(created({ maxContext: 1_000 }), { ...prompt(), tools: given } as EventBody));
    expect(await over(tools('mail', 400), tools('evil', 900))).toMatchObject({
      reason: 'context-full-of-tools',
      figures: { server: 'evil', listed: expect.any(Number) },
      message: expect.stringMatching(
        /of the MCP server evil alone take [\d,]+\. Turn the server off.*mcp disable evil\)/,
      ),
    });
    // Half of the window is what no single one of these takes.
    expect(await over(...['a', 'b', 'c', 'd'].map((name) => tools(name, 200)))).toMatchObject({
      reason: 'context-full',
    });
  });

  it('shows the figure corrected by earlier answers beside its own unchanged figure', async () => {
    const state = stateOf(created(), prompt(), said('hello there'));
    const { total } = await tableOf(state);
    const taught = createContextEngine((model) => ({ factor: model === 'gpt-4o' ? 1.5 : 9, answers: 4 }));
    const corrected = { total: Math.round(total * 1.5), factor: 1.5, answers: 4 };
    expect(await taught.prepare(state)).toMatchObject({ tokens: { total, corrected } });
    expect(await taught.table(state)).toMatchObject({ total, corrected });
    expect(await createContextEngine(() => undefined).table(state)).toEqual(await tableOf(state));
    // A correction never lets a request through, and never holds one back.
    const full = stateOf(created({ maxContext: total }), prompt(), said('hello there'));
    expect(await taught.prepare(full)).toMatchObject({ tokens: { total, max: total } });
  });

  it('reports when a text was too long to be counted exactly', async () => {
    const table = await tableOf(stateOf(created(), prompt(), said('many words '.repeat(200_000))));
    expect([table.approximate, (await tableOf(stateOf(created(), prompt()))).approximate]).toEqual([true, undefined]);
    expect(table.total).toBeGreaterThan(390_000);
  });
});
