import { describe, expect, it, vi } from 'vitest';
import type { SkillView } from '../../shared/contract.ts';
import { FakeCore, refused } from '../test-kit/fake-core.ts';
import { makeStore } from '../test-kit/make-store.ts';
import { answer, bookingEn, bookingZh, request, state } from '../test-kit/sessions.ts';
import { SKILLS } from '../test-kit/skills.ts';
import type { AppData } from './app-data.ts';
import { localDrafts } from './slices/window-state.ts';

const seqs = (data: AppData) => data.log?.events.map((event) => event.seq);
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe('following a session', () => {
  it('neither loses nor repeats anything when the connection breaks in mid-stream', async () => {
    const core = new FakeCore({ logs: [bookingEn()] });
    const { store, until } = makeStore(core);
    store.actions.select('booking-en');
    const before = (await until((data) => data.sessionStatus === 'ready')).log?.state.lastSeq ?? 0;

    core.append('booking-en', { type: 'user-message-added', text: 'Athens then' }, state('completed', 'thinking'));
    core.append('booking-en', request(1, { user: 30 }));
    core.publish('booking-en', { type: 'text-delta', iteration: 1, offset: 0, text: 'Let me ' });
    await until((data) => data.live.text === 'Let me ');

    core.break();
    core.append('booking-en', answer(1, 'Let me look.'), state('thinking', 'completed'));
    expect(store.data.getState().connection).toBe('lost');
    core.mend();

    const after = await until((data) => data.log?.state.runState === 'completed' && data.live.iteration === 0);
    expect(seqs(after)).toEqual(upTo(before + 5));
    expect(after.live).toMatchObject({ text: '', toolCalls: [] });
    expect(after.log?.state.messages.at(-1)).toMatchObject({ role: 'assistant', text: 'Let me look.' });
  });

  it('shows five hundred deltas as one change per frame, with the stored answer ending the stream', async () => {
    const core = new FakeCore({ logs: [bookingEn()] });
    const { store, frame, changes } = makeStore(core, { manualFrames: true });
    store.actions.select('booking-en');
    await vi.waitFor(() => {
      frame();
      expect(store.data.getState().sessionStatus).toBe('ready');
    });

    for (let offset = 0; offset < 500; offset += 1) {
      core.publish('booking-en', { type: 'text-delta', iteration: 1, offset, text: 'a' });
    }
    await vi.waitFor(() => {
      frame();
      expect(store.data.getState().live.text).toHaveLength(500);
    });
    const lives = new Set(changes.map((data) => data.live.text.length));
    expect(lives.size).toBeLessThan(5);

    const before = changes.length;
    core.append('booking-en', answer(1, 'a'.repeat(500)));
    await vi.waitFor(() => {
      frame();
      expect(store.data.getState().live.text).toBe('');
    });
    // Never twice on the screen, and never gone in between.
    const shown = changes.slice(before).map(({ live, log }) => {
      const last = log?.state.messages.at(-1);
      return live.text.length + (last?.role === 'assistant' && last.text.startsWith('aaa') ? last.text.length : 0);
    });
    expect(new Set(shown)).toEqual(new Set([500]));
  });

  it('continues where it left off when the user returns to a session', async () => {
    const core = new FakeCore({ logs: [bookingEn(), bookingZh()] });
    const { store, until } = makeStore(core);
    store.actions.select('booking-en');
    await until((data) => data.log?.state.id === 'booking-en' && data.log.state.lastSeq > 0);
    store.actions.select('booking-zh');
    await until((data) => data.log?.state.id === 'booking-zh' && data.log.state.lastSeq > 0);
    await vi.waitFor(() => expect(core.streamsOf('booking-en')).toBe(0));

    core.append('booking-en', { type: 'user-message-added', text: 'Still there?' });
    store.actions.select('booking-en');
    expect(store.data.getState().sessionStatus).toBe('ready');
    const data = await until(({ log }) => log?.state.messages.at(-1)?.role === 'user');
    expect(seqs(data)).toEqual(upTo(core.log('booking-en').events.length));
  });

  it('reports a missing session', async () => {
    const { store, until } = makeStore(new FakeCore());
    store.actions.select('gone');
    await until((data) => data.sessionStatus === 'missing');
    expect(store.data.getState().log).toBeUndefined();
  });
});

describe('the skill list', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...(SKILLS[0] as SkillView), id: `skill-${index}` }));
  const read = ({ skills }: AppData) => skills?.skills.flatMap(({ id, tokens }) => (tokens === null ? [] : [id])) ?? [];

  it('of many loads at once, and reads details only when viewed, then and after a change', async () => {
    const core = new FakeCore({ skills: many(10_000) });
    const { store, until, changes } = makeStore(core);
    await until((data) => read(data).length === 200);
    expect(changes.find(({ skills }) => skills !== undefined)?.skills?.skills).toHaveLength(10_000);
    await store.actions.readSkills(['skill-5000', 'skill-5001', 'skill-3']);
    expect(core.lists).toEqual([undefined, many(200).map(({ id }) => id), ['skill-5000', 'skill-5001']]);
    expect(read(store.data.getState()).slice(-2)).toEqual(['skill-5000', 'skill-5001']);
    await store.actions.refreshSkills();
    expect(read(store.data.getState())).toEqual(['skill-3', 'skill-5000', 'skill-5001']);
    await store.actions.readSkills(many(867).map(({ id }) => id));
    expect(read(store.data.getState())).toHaveLength(867 + 2);
  });

  it('of few is read completely', async () => {
    const core = new FakeCore({ skills: many(200) });
    const { until } = makeStore(core);
    await until((data) => read(data).length === 200);
    expect(core.lists).toHaveLength(2);
  });
});

describe('commands', () => {
  it('keep the text if sending fails, in the session made for it, and show why', async () => {
    const message = 'No model.';
    const core = new FakeCore({
      onSend() {
        throw refused('config-invalid', message);
      },
    });
    const { store, until, failures } = makeStore(core);
    store.actions.setDraft('不要丢');
    expect(await store.actions.send('不要丢')).toBe(false);
    const data = await until(({ selected }) => selected !== undefined);
    expect(data.drafts).toEqual({ [data.selected ?? '']: '不要丢' });
    expect(failures).toEqual([{ code: 'config-invalid', message }]);
  });

  it('keep text typed while the session is created, inside it', async () => {
    const core = new FakeCore();
    const { store, until } = makeStore(core);
    store.actions.setDraft('去东京');
    const sent = store.actions.send('去东京');
    store.actions.setDraft('下周五');
    expect(await sent).toBe(true);
    const { selected = '', drafts } = await until((data) => data.selected !== undefined);
    expect(drafts).toEqual({ [selected]: '下周五' });
  });

  it('let a queued message wait while the conversation is busy, silently', async () => {
    const core = new FakeCore({
      logs: [bookingEn()],
      onSend() {
        throw refused('session-busy', 'Busy.');
      },
    });
    const { store, failures } = makeStore(core);
    store.actions.select('booking-en');
    store.actions.keepQueued('and back on Sunday');
    expect(await store.actions.send('and back on Sunday', { queued: true })).toBe(false);
    expect(store.data.getState().drafts).toEqual({ 'queued/booking-en': 'and back on Sunday' });
    expect(failures).toEqual([]);
  });

  it('queue a typed message if a run began unnoticed, one at a time', async () => {
    const core = new FakeCore({
      logs: [bookingEn()],
      onSend() {
        throw refused('session-busy', 'Busy.');
      },
    });
    const { store, failures } = makeStore(core);
    store.actions.select('booking-en');
    store.actions.setDraft('Which seat is free?');
    expect(await store.actions.send('Which seat is free?', { withFiles: true })).toBe(false);
    expect(store.data.getState()).toMatchObject({
      drafts: { 'queued/booking-en': 'Which seat is free?' },
      sending: undefined,
    });
    expect(failures).toEqual([]);
    store.actions.setDraft('And a meal?');
    expect(await store.actions.send('And a meal?', { withFiles: true })).toBe(false);
    expect(store.data.getState().drafts).toEqual({
      'queued/booking-en': 'Which seat is free?',
      'booking-en': 'And a meal?',
    });
    expect(failures).toEqual([{ code: 'session-busy', message: 'Busy.' }]);
  });

  it('keep a queued message across a reload, and return it if it cannot be sent', async () => {
    const stored = new Map<string, string>();
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => void stored.set(key, text),
    };
    const core = new FakeCore({
      logs: [bookingEn()],
      onSend() {
        throw refused('config-invalid', 'No model.');
      },
    });
    const before = makeStore(core, { drafts: localDrafts(storage) });
    before.store.actions.select('booking-en');
    before.store.actions.keepQueued('and back on Sunday');
    before.stop();

    const { store } = makeStore(core, { drafts: localDrafts(storage) });
    store.actions.select('booking-en');
    expect(store.data.getState().drafts).toEqual({ 'queued/booking-en': 'and back on Sunday' });
    store.actions.setDraft('please');
    expect(await store.actions.send('and back on Sunday', { queued: true })).toBe(false);
    expect(store.data.getState().drafts).toEqual({ 'booking-en': 'and back on Sunday\nplease' });
  });

  it('load a skill by hand into a new conversation, before its next request', async () => {
    const core = new FakeCore();
    const { store, until } = makeStore(core);
    expect(await store.actions.loadSkill('book-flight')).toBe(true);
    const data = await until(
      ({ nextRequest }) => nextRequest?.view.tokens.parts.some(({ kind }) => kind === 'skill') === true,
    );
    expect(data.log?.state.loadedSkills.map(({ id }) => id)).toEqual(['book-flight']);
    expect(await store.actions.loadSkill('weather-briefing')).toBe(false);
  });
});
