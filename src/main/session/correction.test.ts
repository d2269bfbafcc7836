import { expect, it } from 'vitest';
import { Rig, words } from './test-kit/rig.ts';

it('corrects later estimates, also in other sessions, by the provider’s reported usage, and logs it', async () => {
  const rig = new Rig();
  const corrected: unknown[] = [];
  for (const text of ['one', 'two', 'three', 'four']) {
    rig.answers.push(async ({ tokens }) => ({
      ...words('yes'),
      usage: { promptTokens: Math.round(tokens.total * 1.5), completionTokens: 1 },
    }));
    const { id } = rig.sessions.create({});
    await rig.turn(id, text);
    const sent = rig.sessions.get(id).events.find((event) => event.type === 'request-sent');
    corrected.push(sent?.tokens.corrected);
    // The correction is recorded, and the next request's is that of the time it is asked for.
    await rig.restart();
    expect(rig.sessions.get(id).events.find((event) => event.type === 'request-sent')).toEqual(sent);
  }
  const total = rig.requests.at(-1)?.tokens.total ?? 0;
  expect(corrected.slice(0, 3)).toEqual([undefined, undefined, undefined]);
  expect(corrected[3]).toMatchObject({ answers: 3, total: expect.closeTo(total * 1.5, -0.5) });
});
