import { expect, it } from 'vitest';
import { modelOfTest } from './model-of-test.ts';
import { call, hold, type ScriptedStep, say } from './scripted-model.ts';

const start = (...steps: ScriptedStep[]) => modelOfTest(steps);

const post = (url: string, body: unknown) =>
  fetch(`${url}/chat/completions`, { method: 'POST', body: JSON.stringify(body) });

const events = (text: string): unknown[] =>
  text
    .split('\n\n')
    .filter((block) => block.startsWith('data: {'))
    .map((block) => JSON.parse(block.slice(6)));

it('streams a call in pieces like a provider, keeps the bytes it received, and is strict at the end', async () => {
  const { url, requests } = await start(call('load_skill', { name: 'a' }, { id: 'c9', usage: null }));
  const text = await (await post(url, { model: 'm', messages: [] })).text();
  const choices = events(text).map((event) => (event as { choices: unknown[] }).choices[0]);
  expect(choices).toEqual([
    { index: 0, delta: { role: 'assistant', content: null }, finish_reason: null },
    {
      index: 0,
      delta: {
        tool_calls: [{ index: 0, id: 'c9', type: 'function', function: { name: 'load_skill', arguments: '' } }],
      },
      finish_reason: null,
    },
    ...['{"na', 'me":', '"a"}'].map((part) => ({
      index: 0,
      delta: { tool_calls: [{ index: 0, function: { arguments: part } }] },
      finish_reason: null,
    })),
    { index: 0, delta: {}, finish_reason: 'tool_calls' },
  ]);
  expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
  expect(requests.map(({ json }) => json)).toEqual(['{"model":"m","messages":[]}']);
  expect((await post(url, { model: 'm', messages: [] })).status).toBe(400);
});

it('holds an answer at a gate until it is released', async () => {
  const gate = hold();
  const { url } = await start(say(['one', gate, 'two'], { usage: null }));
  const response = await post(url, { model: 'm', messages: [] });
  await gate.reached;
  gate.release();
  expect(await response.text()).toMatch(/one[\s\S]*two/);
});
