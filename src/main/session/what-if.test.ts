import { expect, it } from 'vitest';
import { Rig } from './test-kit/rig.ts';

it('shows what a session created now would send first, and stores nothing', async () => {
  const rig = new Rig({ skills: { 'book-flight': { body: 'Search first.' } } });
  const { state } = await rig.sessions.preview();
  expect(rig.sessions.summaries({})).toEqual([]);

  const made = rig.sessions.create({});
  await rig.sessions.refresh(made.id);
  expect(made.state.catalog.map(({ id }) => id)).toEqual(['book-flight']);
  const { id, workspace, createdAt } = state;
  expect(state).toEqual({ ...made.state, id, workspace, createdAt });
});
