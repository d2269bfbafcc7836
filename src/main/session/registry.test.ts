import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, it } from 'vitest';
import { Rig } from './test-kit/rig.ts';

const rig = new Rig();
afterEach(() => rig.close());

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
