import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { Rig } from './test-kit/rig.ts';

const rig = new Rig();

setFlagsFromString('--expose_gc');
const collect = runInNewContext('gc') as () => void;

it('frees the memory of unused sessions, and keeps one instance of each used one', async () => {
  const held = rig.sessions.get(rig.sessions.create({}).id);
  const ids = Array.from({ length: 30 }, () => rig.sessions.create({}).id);
  const refs = ids.map((id) => new WeakRef(rig.sessions.get(id)));
  // A WeakRef holds its target until the end of this turn.
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  expect(refs.slice(0, -8).filter((ref) => ref.deref() !== undefined)).toEqual([]);
  expect(refs.slice(-8).every((ref) => ref.deref() !== undefined)).toBe(true);
  expect(rig.sessions.get(held.id)).toBe(held);
  expect(rig.sessions.get(ids[0] ?? '').events.map(({ type }) => type)).toContain('session-created');
});

it('reads a long log in turns, in which others are served and may open it themselves', async () => {
  const other = new Rig();
  const { id } = other.sessions.create({});
  const filler = { type: 'user-message-added', text: 'x'.repeat(200_000) } as const;
  for (let count = 0; count < 60; count += 1) other.sessions.get(id).append(filler, filler);
  await other.restart();
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 0);
  const loading = other.sessions.load(id);
  const session = await loading;
  clearInterval(timer);
  expect(turns).toBeGreaterThan(0);
  expect(session).toBe(other.sessions.get(id));
  expect(session.events.map(({ seq }) => seq)).toEqual(Array.from({ length: 121 }, (_, index) => index + 1));

  await other.restart();
  const late = other.sessions.load(id);
  const now = other.sessions.get(id);
  now.append(filler);
  expect(await late).toBe(now);
  await expect(other.sessions.load('none')).rejects.toMatchObject({ code: 'session-not-found' });
});
