import { expect, it } from 'vitest';
import type { EventOf } from '../../shared/events.ts';
import { foldEvents } from '../../shared/reducer.ts';
import { prefixKept } from '../context/left-out.ts';
import { calls, Rig, words } from './test-kit/rig.ts';

it('reports what it shares with the previous request and what changed, equal after a restart or rebuild', async () => {
  const rig = new Rig({ skills: { fly: { body: 'Do fly. '.repeat(20) } } });
  const { id } = rig.sessions.create({});
  await rig.turn(id, 'Fly me', calls({ name: 'load_skill', args: { name: 'fly' } }), words('Loaded.'));
  await rig.restart();
  rig.answers.push({ kind: 'failure', code: 'server-error', message: 'Try again.', retryInMs: 0 }, words('Well.'));
  await rig.turn(id, 'And back');

  const { events } = rig.sessions.get(id);
  const sent = events.filter((event): event is EventOf<'request-sent'> => event.type === 'request-sent');
  const load = events.find(({ type }) => type === 'skill-loaded');
  expect(sent.map(({ prefix }) => prefix?.broke)).toEqual([
    undefined,
    { kind: 'catalog', label: 'catalog', reason: 'catalog', seq: load?.seq },
    undefined,
    undefined,
  ]);
  expect(sent.map(({ prefix }) => prefix !== undefined)).toEqual([false, true, true, true]);
  // All of the request before; another try is the same request again.
  expect(sent[2]?.prefix?.tokens).toBe(sent[1]?.tokens.total);
  expect(sent[3]?.prefix?.tokens).toBe(sent[3]?.tokens.total);
  const states = sent.map(({ seq }) =>
    foldEvents(
      id,
      events.filter((event) => event.seq < seq),
    ),
  );
  for (const [index, one] of sent.entries()) {
    const [before, now] = [states[index - 1], states[index]];
    if (before === undefined || now === undefined) continue;
    expect(one.prefix).toEqual(await prefixKept(before, now, events));
  }
});
