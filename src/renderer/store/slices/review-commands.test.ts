import { describe, expect, it } from 'vitest';
import { foldEvents } from '../../../shared/reducer.ts';
import { FakeCore } from '../../test-kit/fake-core.ts';
import { handClock } from '../../test-kit/hand-clock.ts';
import { makeStore } from '../../test-kit/make-store.ts';
import { answer, bookingEn, bookingZh, state } from '../../test-kit/sessions.ts';
import type { PlayerClock } from './session-state.ts';

/** Milliseconds; no wait between two events is played longer. */
const LONGEST_MS = 2_000;

async function opening(id = 'booking-en', playerClock?: PlayerClock) {
  const core = new FakeCore({ logs: [bookingEn(), bookingZh()] });
  const watched = makeStore(core, playerClock === undefined ? {} : { playerClock });
  watched.store.actions.select(id);
  await watched.until((data) => data.sessionStatus === 'ready');
  return { core, ...watched, ...watched.store };
}

describe('looking back', () => {
  it('shows each moment as the fold of its events, and nothing that is done changes the session', async () => {
    const { core, data, actions } = await opening();
    const { events } = core.log('booking-en');
    actions.lookBack();
    expect(data.getState().moment?.seq).toBe(events.length);
    for (const seq of [1, 12, 5]) {
      actions.lookBack(seq);
      expect(data.getState().moment?.log.state).toEqual(foldEvents('booking-en', events.slice(0, seq)));
    }
    const before = events.length;
    const tried = [
      actions.send('Hello?'),
      actions.retry(),
      actions.edit(3, 'x'),
      actions.loadSkill('book-flight'),
      actions.pinMessage(3, true),
      actions.compact(''),
      actions.approve('c1', 'once'),
      actions.undoCompaction(1),
    ];
    expect(await Promise.all(tried)).toEqual(tried.map(() => false));
    expect(core.log('booking-en').events).toHaveLength(before);
    actions.backToNow();
    expect(await actions.pinMessage(3, true)).toBe(true);
  });

  it('stays at its moment while the session goes on, and ends with another session', async () => {
    const { core, data, actions, until } = await opening();
    actions.lookBack(7);
    const { moment } = data.getState();
    core.append('booking-en', { type: 'user-message-added', text: 'And back' }, state('completed', 'thinking'));
    core.append('booking-en', answer(1, 'Done.'));
    await until(({ log }) => log?.state.messages.at(-1)?.role === 'assistant');
    expect(data.getState().moment).toBe(moment);
    actions.select('booking-zh');
    expect(data.getState().moment).toBeUndefined();
  });

  it('reads a deleted session as it ended, changes nothing in it, and continues once it is restored', async () => {
    const { core, data, actions, until } = await opening();
    core.append('booking-en', { type: 'session-deleted' });
    const { moment } = await until((state) => state.moment !== undefined);
    expect(moment?.log.state.deleted).toBe(true);
    actions.backToNow();
    expect([data.getState().moment, await actions.send('Hello?')]).toEqual([moment, false]);
    core.append('booking-en', { type: 'session-restored' });
    await until((state) => state.moment === undefined);

    // Reopened at a search hit.
    core.append('booking-en', { type: 'session-deleted' });
    actions.select('booking-zh');
    actions.openAt('booking-en', 4, { words: 'Tokyo' });
    const again = await until((state) => state.moment !== undefined && state.selected === 'booking-en');
    expect(again).toMatchObject({ moment: { log: { state: { deleted: true } } }, found: { seq: 4 } });
  });

  it('steps to the failure before and after, and stays where there is none', async () => {
    const { core, data, actions, until } = await opening();
    const end = core.log('booking-en').events.length;
    const failed = {
      type: 'model-failed',
      iteration: 1,
      code: 'model-refused',
      message: 'No.',
      willRetry: true,
    } as const;
    const refused = { type: 'tool-finished', callId: 'x', name: 'grep', ok: false, content: '', ms: 1 } as const;
    core.append('booking-en', failed, answer(1, 'Yes.'), refused);
    await until(({ log }) => log?.state.lastSeq === end + 3);
    const go = (direction: 1 | -1) => {
      actions.stepMoment('failure', direction);
      return data.getState().moment?.seq;
    };
    actions.lookBack(end);
    expect([go(1), go(1), go(1), go(-1)]).toEqual([end + 1, end + 3, end + 3, end + 1]);
  });

  it('steps by events and by turns, and stops at both ends', async () => {
    const { core, data, actions } = await opening();
    const { events } = core.log('booking-en');
    const turns = events.filter(({ type }) => type === 'user-message-added').map(({ seq }) => seq);
    const seen = () => data.getState().moment?.seq;
    actions.lookBack(1);
    actions.stepMoment('event', -1);
    expect(seen()).toBe(1);
    const forward = turns.map(() => {
      actions.stepMoment('turn', 1);
      return seen();
    });
    expect(forward).toEqual(turns);
    actions.stepMoment('turn', 1);
    expect(seen()).toBe(events.length);
    actions.stepMoment('event', 1);
    expect(seen()).toBe(events.length);
    actions.stepMoment('event', -1);
    // First to the start of the current turn, then to the previous turn.
    actions.stepMoment('turn', -1);
    actions.stepMoment('turn', -1);
    expect(seen()).toBe(turns.at(-2) ?? 1);
  });

  it('plays on from its moment, from another when one goes there, and stops at the end', async () => {
    const clock = handClock();
    const { core, data, actions } = await opening('booking-en', clock);
    const last = core.log('booking-en').events.length;
    const seen = () => [data.getState().moment?.seq, data.getState().passage !== undefined];
    // Not without a moment.
    actions.playMoments();
    expect(seen()).toEqual([undefined, false]);
    actions.lookBack(3);
    actions.playMoments();
    clock.pass(LONGEST_MS);
    expect(data.getState().moment?.seq).toBeGreaterThan(3);
    actions.lookBack(last - 2);
    expect(seen()).toEqual([last - 2, true]);
    clock.pass(LONGEST_MS * 9);
    expect(seen()).toEqual([last, false]);
    // Playing at the end restarts from the beginning; a step ends it.
    actions.playMoments();
    expect(seen()).toEqual([1, true]);
    actions.stepMoment('event', 1);
    clock.pass(LONGEST_MS * 9);
    expect(seen()).toEqual([2, false]);
    actions.playMoments();
    actions.backToNow();
    clock.pass(LONGEST_MS * 9);
    expect(seen()).toEqual([undefined, false]);
  });

  it('opens a session at what was found, now or in its past', async () => {
    const { data, actions, until } = await opening();
    actions.openAt('booking-zh', 6, { words: '东京', past: true });
    expect(await until(({ moment }) => moment !== undefined)).toMatchObject({
      selected: 'booking-zh',
      moment: { seq: 6 },
      found: { seq: 6, words: '东京' },
    });
    actions.openAt('booking-zh', 4, { words: '机票' });
    expect(data.getState()).toMatchObject({ moment: undefined, found: { seq: 4, words: '机票' } });
  });
});
