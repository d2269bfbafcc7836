/** The same conversations with the skill's real scripts. */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type DemoModel, startDemoModel } from './server.ts';
import { ENGLISH } from './test-kit/cases-en.ts';
import { CHINESE } from './test-kit/cases-zh.ts';
import { hasPython } from './test-kit/person.ts';
import { recorder } from './test-kit/recording.ts';
import { talk } from './test-kit/talk.ts';

let model: DemoModel;
const recording = recorder();

beforeAll(async () => {
  model = await startDemoModel({ pace: 'instant' });
});
afterAll(async () => {
  await model.close();
  if (process.env.RECORD_DEMO === '1') recording.save();
});

describe.skipIf(!hasPython())('with the real scripts', () => {
  it.concurrent.each([...CHINESE, ...ENGLISH])('$name', async ({ name, talk: exchanges, ...options }) => {
    await talk(model.url, exchanges, { ...options, runs: recording.of(name) });
  });
});
