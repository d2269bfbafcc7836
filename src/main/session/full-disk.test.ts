import { expect, it } from 'vitest';
import { sessionStream } from '../../features/sessions/main.ts';
import { Rig, words } from './test-kit/rig.ts';

const rig = new Rig();

it('ends the run and its streams when the disk fills up in mid-answer; the next run repairs the log', async () => {
  const { id } = rig.sessions.create({});
  rig.answers.push(async (_request, onDelta) => {
    rig.full = true;
    onDelta({ type: 'text', text: 'Half an answer' });
    // The draft is tried from a timer, where a throw would end the program.
    await expect.poll(() => rig.refused).toBeGreaterThan(0);
    onDelta({ type: 'tool-call', index: 0, name: 'load_skill' });
    return words('Half an answer and its end');
  });
  const shown: string[] = [];
  const following = (async () => {
    for await (const item of sessionStream(rig.sessions.get(id), 0, undefined)) {
      if (item.kind === 'delta' && item.delta.type === 'text-delta') shown.push(item.delta.text);
    }
  })();
  const told = expect(following).rejects.toMatchObject({ code: 'home-unusable', message: 'The disk is full.' });
  await rig.sessions.send(id, 'one');
  await told;
  expect(shown).toEqual([]);
  await expect.poll(() => rig.sessions.get(id).running).toBe(false);

  rig.full = false;
  await rig.turn(id, 'two', words('Here I am.'));
  const { events } = rig.sessions.get(id);
  const ends = events.flatMap((event) =>
    event.type === 'user-message-added'
      ? [event.text]
      : event.type === 'run-finished'
        ? [event.code ?? event.state]
        : [],
  );
  expect(ends).toEqual(['one', 'interrupted', 'two', 'completed']);
});

it('stops a run that only the log knows of', async () => {
  const other = new Rig();
  const { id } = other.sessions.create({});
  other.answers.push(async () => {
    other.full = true;
    return words('lost');
  });
  await other.sessions.send(id, 'one');
  await expect.poll(() => other.sessions.get(id).running).toBe(false);
  other.full = false;
  expect(other.sessions.get(id).state.runState).toBe('thinking');
  expect(await other.sessions.stop(id)).toBe(true);
  expect([other.sessions.get(id).state.runState, await other.sessions.stop(id)]).toEqual(['stopped', false]);
});
