/** Whole conversations over real HTTP; what the scripts print is recorded (see `conversations.slow.test.ts`). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoModel, startDemoModel } from './server.ts';
import { ENGLISH } from './test-kit/cases-en.ts';
import { CHINESE } from './test-kit/cases-zh.ts';
import { replay } from './test-kit/recording.ts';
import { talk } from './test-kit/talk.ts';

let model: DemoModel;
beforeAll(async () => {
  model = await startDemoModel({ pace: 'instant' });
});
afterAll(() => model.close());

describe('conversations', () => {
  it.each([...CHINESE, ...ENGLISH])('$name', async ({ name, talk: exchanges, ...options }) => {
    await talk(model.url, exchanges, { ...options, runs: replay(name) });
  });

  it.each([...CHINESE, ...ENGLISH])(
    'the same with instructions in tool results: $name',
    async ({ name, talk: exchanges, ...options }) => {
      await talk(model.url, exchanges, { ...options, placement: 'tool-result', runs: replay(name) });
    },
  );

  // Rules: 000.4, 001.25
  it('answers the same request in the same way, every time and from any server', async () => {
    const other = await startDemoModel({ pace: 'instant' });
    const [first] = CHINESE;
    const person = await talk(model.url, first?.talk ?? [], { runs: replay(first?.name ?? '') });
    expect(person.requests.length).toBeGreaterThan(5);
    for (const request of person.requests) {
      const body = JSON.stringify({ ...request, stream: false, stream_options: undefined });
      const post = async (url: string) => (await fetch(`${url}/chat/completions`, { method: 'POST', body })).text();
      const answers = [await post(model.url), await post(model.url), await post(other.url)];
      expect(new Set(answers).size).toBe(1);
    }
    await other.close();
  });
});
