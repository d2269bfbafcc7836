import { describe, expect, it } from 'vitest';
import type { Delta } from '../../shared/events.ts';
import { answersOf, versionsOf } from '../../shared/history.ts';
import { foldEvents } from '../../shared/reducer.ts';
import { buildRequest } from '../context/build-request.ts';
import { tableOf } from '../context/engine.ts';
import { calls, Rig, type RigOptions, words } from './test-kit/rig.ts';

let rig: Rig;
const start = (options: RigOptions = {}) => {
  rig = new Rig(options);
  return rig.sessions.create({}).id;
};

const SKILLS = {
  'book-flight': { body: 'Book like this.', references: { 'reference.md': 'Cities: Beijing.' } },
  other: { body: 'Something else.' },
};

describe('a message', () => {
  it('is on the disk before the run starts, and the whole log can be read back', async () => {
    const id = start({ skills: SKILLS });
    rig.answers.push(calls({ name: 'load_skill', args: { name: 'book-flight' } }), words('Where to?'));
    await rig.turn(id, 'I want to fly');
    await rig.restart();
    const { events, state } = rig.sessions.get(id);
    expect(events.map((event) => event.type)).toEqual([
      'session-created',
      'user-message-added',
      'state-changed',
      'catalog-changed',
      'prompt-changed',
      'request-sent',
      'model-responded',
      'state-changed',
      'tool-started',
      'skill-loaded',
      'tool-finished',
      'state-changed',
      'request-sent',
      'model-responded',
      'state-changed',
      'run-finished',
    ]);
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
    expect(state.loadedSkills.map((skill) => skill.id)).toEqual(['book-flight']);
    expect(rig.bugs).toEqual([]);
  });

  // Rules: 000.3, 001.4
  it('matches the hash in the log when each request is rebuilt from the events before it', async () => {
    const id = start({ skills: SKILLS });
    rig.answers.push(
      calls({ name: 'load_skill', args: { name: 'book-flight' } }),
      calls({ name: 'load_skill_reference', args: { name: 'book-flight', path: 'reference.md' }, id: 'r' }),
      calls({ name: 'unload_skill', args: { name: 'book-flight' }, id: 'u' }),
      words('done'),
    );
    await rig.turn(id, 'I want to fly');
    const { events } = rig.sessions.get(id);
    const sent = events.filter((event) => event.type === 'request-sent');
    expect(sent).toHaveLength(4);
    for (const request of sent) {
      const earlier = events.filter((event) => event.seq < request.seq);
      expect(buildRequest(foldEvents(id, earlier)).sha256).toBe(request.sha256);
    }
    const totals = sent.map((request) => request.tokens.total);
    expect(totals[1]).toBeGreaterThan(totals[0] ?? 0);
    expect(totals[2]).toBeGreaterThan(totals[1] ?? 0);
    expect(rig.requests.map(({ json }) => json.includes('Cities: Beijing.'))).toEqual([false, false, true, false]);
  });
});

describe('streaming', () => {
  it('serves others between an answer and the end of its run', async () => {
    const id = start();
    const seen: string[] = [];
    rig.sessions.get(id).listen(0, {
      events(events) {
        for (const { type } of events) {
          if (type === 'model-responded') setImmediate(() => seen.push('others'));
          if (type === 'model-responded' || type === 'run-finished') seen.push(type);
        }
      },
      delta: () => {},
    });
    rig.answers.push(words('done'));
    await rig.turn(id, 'go');
    expect(seen).toEqual(['model-responded', 'others', 'run-finished']);
  });

  // Rules: 001.10
  it('sends everything to late joiners, and after a crash keeps it as the interrupted answer', async () => {
    const id = start();
    rig.answers.push(async (_request, onDelta) => {
      onDelta({ type: 'text', text: 'half an ' });
      onDelta({ type: 'text', text: 'answer' });
      return new Promise(() => {});
    });
    await rig.sessions.send(id, 'go');
    while (rig.requests.length === 0) await new Promise(setImmediate);
    const seen: Delta[] = [];
    rig.sessions.get(id).listen(0, { events: () => {}, delta: (delta) => seen.push(delta) });
    expect(seen).toMatchObject([{ type: 'text-delta', iteration: 1, offset: 0, text: 'half an answer' }]);

    await rig.restart();
    const { state } = rig.sessions.get(id);
    expect(state.messages.at(-1)).toMatchObject({
      role: 'assistant',
      text: 'half an answer',
      finishReason: 'interrupted',
    });
    expect(state).toMatchObject({ runState: 'stopped', lastRun: { code: 'interrupted' } });
  });

  it('gives a call cut off by a crash a result with its output, so the next request is complete', async () => {
    const id = start({
      tool: async (_name, _args, host) => {
        host.append({ type: 'script-started', callId: 'c0', command: 'sleep', cwd: '/', interpreter: 'bash' });
        return new Promise(() => {});
      },
    });
    rig.answers.push(calls({ name: 'run_command' }, { name: 'grep' }));
    await rig.sessions.send(id, 'go');
    while (rig.sessions.get(id).state.calls.c0?.script === undefined) await new Promise(setImmediate);
    await rig.restart();
    const { state } = rig.sessions.get(id);
    expect(state.calls.c0).toMatchObject({
      status: 'failed',
      content: expect.stringContaining('printed so far'),
      script: { finished: { stopped: true } },
    });
    expect(state.calls.c1).toMatchObject({ status: 'failed', content: expect.stringContaining('Not run') });
    expect(state.runState).toBe('stopped');
    rig.answers.push(words('on we go'));
    await rig.sessions.retry(id);
    await rig.ended(id);
    const last = JSON.parse(rig.requests.at(-1)?.json ?? '{}') as { messages: { role: string }[] };
    expect(last.messages.map((message) => message.role)).toEqual(['system', 'user', 'assistant', 'tool', 'tool']);
  });

  it('keeps showing a program that outlives its call, and ends it in the log after a crash', async () => {
    const id = start({
      tool: async (_name, _args, host) => {
        host.append({ type: 'script-started', callId: 'c0', command: 'ask', cwd: '/', interpreter: 'bash' });
        host.publish({ type: 'terminal-delta', callId: 'c0', offset: 0, data: 'Name: ' });
        return { ok: true, content: 'it waits' };
      },
    });
    rig.answers.push(calls({ name: 'skill_exec' }), () => new Promise(() => {}));
    await rig.sessions.send(id, 'go');
    while (rig.requests.length < 2) await new Promise(setImmediate);
    const session = rig.sessions.get(id);
    session.publish({ type: 'terminal-delta', callId: 'c0', offset: 6, data: 'Zoe' });
    const seen: Delta[] = [];
    session.listen(session.state.lastSeq, { events: () => {}, delta: (delta) => seen.push(delta) });
    expect(seen).toMatchObject([{ type: 'terminal-delta', callId: 'c0', offset: 6, data: 'Zoe' }]);
    await rig.restart();
    expect(rig.sessions.get(id).state.calls.c0).toMatchObject({
      status: 'done',
      script: { finished: { stopped: true } },
    });
  });
});

describe('going back', () => {
  it('restores each version of an edited message with what followed, and continues from there', async () => {
    const id = start({ skills: SKILLS });
    rig.answers.push(calls({ name: 'load_skill', args: { name: 'book-flight' } }), words('Where to?'), words('Fine.'));
    await rig.turn(id, 'fly');
    const flying = rig.sessions.get(id).state;
    const first = flying.messages[0]?.seq ?? 0;
    await rig.sessions.edit(id, first, 'walk');
    await rig.ended(id);
    const walking = rig.sessions.get(id).state;
    const second = walking.messages[0]?.seq ?? 0;

    rig.sessions.bringBack(id, first);
    const { lastSeq: _, usage: __, lastRequest: ___, ...then } = flying;
    expect(rig.sessions.get(id).state).toMatchObject(then);
    await rig.turn(id, 'to Munich', words('Munich, then.'));
    rig.sessions.bringBack(id, second);
    expect(rig.sessions.get(id).state.messages).toEqual(walking.messages);
    rig.sessions.bringBack(id, second);
    rig.sessions.bringBack(id, first);
    await rig.restart();
    const { state, events } = rig.sessions.get(id);
    expect(state.messages.map((message) => 'text' in message && message.text)).toEqual([
      ...flying.messages.map((message) => 'text' in message && message.text),
      'to Munich',
      'Munich, then.',
    ]);
    expect(
      versionsOf(events)
        .get(second)
        ?.map(({ seq }) => seq),
    ).toEqual([first, second]);
    expect(() => rig.sessions.bringBack(id, 1)).toThrow("isn't a version");
  });

  it('retry replaces a completed answer, and continues after a failure', async () => {
    const id = start();
    rig.answers.push(
      words('one'),
      words('two'),
      { kind: 'failure', code: 'unauthorized', message: 'key refused' },
      words('three'),
    );
    await rig.turn(id, 'hello');
    await rig.sessions.retry(id);
    await rig.ended(id);
    expect(rig.sessions.get(id).state.messages.map((message) => 'text' in message && message.text)).toEqual([
      'hello',
      'two',
    ]);
    await rig.turn(id, 'more');
    expect(rig.sessions.get(id).state.lastRun).toMatchObject({ state: 'error', code: 'unauthorized' });
    await rig.sessions.retry(id);
    await rig.ended(id);
    expect(rig.sessions.get(id).state.messages.at(-1)).toMatchObject({ text: 'three' });
  });

  it('restores every retried answer with what followed it, also a failed one', async () => {
    const id = start();
    rig.answers.push(
      calls({ name: 'book' }),
      { kind: 'stopped', text: 'It is boo', ms: 1 },
      words('two'),
      words('Bye.'),
    );
    const said = () => rig.sessions.get(id).state.messages.flatMap((one) => ('text' in one ? [one.text] : []));
    await rig.turn(id, 'book it');
    const first = said();
    await rig.sessions.retry(id);
    await rig.ended(id);
    await rig.turn(id, 'thanks');
    const second = said();
    expect(second.slice(-3)).toEqual(['two', 'thanks', 'Bye.']);

    const message = rig.sessions.get(id).state.messages[0]?.seq ?? 0;
    const seqs = () =>
      answersOf(rig.sessions.get(id).events)
        .get(message)
        ?.versions.map(({ seq }) => seq) ?? [];
    const shown = () => seqs().indexOf(answersOf(rig.sessions.get(id).events).get(message)?.shown ?? 0);
    rig.sessions.bringBack(id, seqs()[0] ?? 0);
    expect([said(), seqs().length, shown()]).toEqual([first, 2, 0]);
    rig.answers.push({ kind: 'failure', code: 'unauthorized', message: 'key refused' });
    await rig.sessions.retry(id);
    await rig.ended(id);
    expect([said(), shown()]).toEqual([first.slice(0, -1), 2]);
    await rig.restart();
    for (const [at, told] of [second, first].entries()) {
      rig.sessions.bringBack(id, seqs()[1 - at] ?? 0);
      const { lastSeq } = rig.sessions.get(id).state;
      rig.sessions.bringBack(id, seqs()[1 - at] ?? 0);
      expect([said(), shown(), rig.sessions.get(id).state.lastSeq]).toEqual([told, 1 - at, lastSeq]);
    }
    // Editing the message takes its answers along, and they are there again with its first wording.
    rig.answers.push(words('Walk well.'));
    await rig.sessions.edit(id, message, 'walk');
    await rig.ended(id);
    expect(shown()).toBe(-1);
    rig.sessions.bringBack(id, message);
    expect([said(), shown()]).toEqual([first, 0]);
  });

  it('retry of a truncated answer keeps the work done before it', async () => {
    const id = start({ tool: async () => ({ ok: true, content: 'Booked.' }) });
    rig.answers.push(calls({ name: 'book' }), { kind: 'stopped', text: 'It is boo', ms: 1 }, words('It is booked.'));
    await rig.turn(id, 'book it');
    expect(rig.sessions.get(id).state.messages.at(-1)).toMatchObject({ text: 'It is boo', finishReason: 'stopped' });
    await rig.sessions.retry(id);
    await rig.ended(id);
    const { state, events } = rig.sessions.get(id);
    expect(state.messages.map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(state).toMatchObject({ runState: 'completed', messages: { 3: { text: 'It is booked.' } } });
    expect(events.filter((event) => event.type === 'tool-started')).toHaveLength(1);
    await rig.restart();
    expect(rig.sessions.get(id).state).toEqual(state);
  });

  it('an edit of a missing message changes nothing', async () => {
    const id = start();
    await expect(rig.sessions.edit(id, 99, 'x')).rejects.toMatchObject({ code: 'message-not-found' });
    expect(rig.sessions.get(id).events).toHaveLength(1);
  });
});

describe('loading and unloading', () => {
  // Rules: 000.8, 000.14, 000.20
  it('finds known names, loads once, unloads once, and loads a reference only with its skill', async () => {
    const id = start({ skills: SKILLS });
    expect(await rig.sessions.loadSkill(id, 'nope')).toMatchObject({
      ok: false,
      content: expect.stringContaining('book-flight'),
    });
    expect(await rig.sessions.loadReference(id, 'book-flight', 'reference.md')).toMatchObject({
      ok: false,
      data: { code: 'skill-not-loaded' },
    });
    await rig.sessions.loadSkill(id, 'book-flight');
    await rig.sessions.loadReference(id, 'book-flight', 'reference.md');
    expect(await rig.sessions.loadSkill(id, 'book-flight')).toMatchObject({
      ok: true,
      content: expect.stringContaining('already'),
    });
    expect(rig.sessions.unloadSkill(id, 'book-flight')).toMatchObject({ ok: true });
    expect(rig.sessions.unloadSkill(id, 'book-flight')).toMatchObject({
      ok: false,
      content: expect.stringContaining('not loaded'),
    });
    expect(rig.sessions.get(id).state.loadedSkills).toEqual([]);
  });

  // Rules: 000.17
  it('takes as many tokens in the request as the load reported, also for a reference', async () => {
    const id = start({ skills: SKILLS });
    await rig.sessions.loadSkill(id, 'other');
    await rig.sessions.loadSkill(id, 'book-flight');
    await rig.sessions.loadReference(id, 'book-flight', 'reference.md');
    const { loadedSkills, ...state } = rig.sessions.get(id).state;
    const { parts } = await tableOf({ ...state, loadedSkills });
    const said = loadedSkills.flatMap((skill) => [
      skill.tokens,
      ...skill.references.map((reference) => reference.tokens),
    ]);
    const taken = parts.filter((part) => part.kind === 'skill' || part.kind === 'reference').map((part) => part.tokens);
    expect(taken).toEqual(said);
  });

  // Rules: 002.9
  it('mode turn unloads with the next message, mode once after the first request that carried it', async () => {
    for (const [loadMode, carried] of [
      ['turn', [true, true, false]],
      ['once', [true, false, false]],
    ] as const) {
      rig = new Rig({ skills: SKILLS });
      const { id } = rig.sessions.create({ loadMode });
      rig.answers.push(
        calls({ name: 'load_skill', args: { name: 'book-flight' } }),
        calls({ name: 'grep', id: 'g' }),
        words('a'),
        words('b'),
      );
      await rig.turn(id, 'one');
      await rig.turn(id, 'two');
      expect(rig.requests.slice(1).map(({ json }) => json.includes('Book like this.'))).toEqual(carried);
    }
  });
});

describe('an approval', () => {
  it('waits for the user, and an answer to no question is refused', async () => {
    const id = start();
    rig.answers.push(calls({ name: 'ask_first' }), words('thanks'));
    await rig.sessions.send(id, 'go');
    while (rig.sessions.get(id).state.runState !== 'waiting-approval') await new Promise(setImmediate);
    rig.sessions.approve(id, 'c0', 'once');
    await rig.ended(id);
    expect(rig.sessions.get(id).state.calls.c0).toMatchObject({ status: 'done', approval: { decision: 'once' } });
    expect(() => rig.sessions.approve(id, 'c0', 'once')).toThrowError(
      expect.objectContaining({ code: 'approval-not-found' }),
    );
  });

  it('is ended by a stop, and then nothing runs', async () => {
    const id = start();
    rig.answers.push(calls({ name: 'ask_first' }));
    await rig.sessions.send(id, 'go');
    while (rig.sessions.get(id).state.runState !== 'waiting-approval') await new Promise(setImmediate);
    expect(await rig.sessions.stop(id)).toBe(true);
    expect(rig.sessions.get(id).state).toMatchObject({ runState: 'stopped', calls: { c0: { status: 'failed' } } });
    expect(await rig.sessions.stop(id)).toBe(false);
  });
});

describe('settings of a session', () => {
  it('keep until changed, and log only what differs', () => {
    const id = start();
    rig.sessions.configure(id, {
      approve: 'never',
      limits: { maxIterations: 3 },
      baseUrl: 'http://127.0.0.1:1/v1',
      model: 'm',
    });
    rig.sessions.configure(id, { approve: 'never' });
    const { state, events } = rig.sessions.get(id);
    expect(events).toHaveLength(2);
    expect(state).toMatchObject({
      approve: 'never',
      limits: { maxIterations: 3, maxContext: 128_000 },
      pinned: { model: 'm' },
    });
  });

  it('follow the dialect’s own placement and load mode, and accept no other placement', () => {
    const id = start();
    const held = () => {
      const { dialect, placement, loadMode } = rig.sessions.get(id).state;
      return [dialect, placement, loadMode];
    };
    rig.sessions.configure(id, { dialect: 'agent-core' });
    expect(held()).toEqual(['agent-core', 'tool-result', 'session']);
    for (const wrong of [{ placement: 'system' }, { dialect: 'agent-core', placement: 'system' }] as const) {
      expect(() => rig.sessions.configure(id, wrong)).toThrowError(expect.objectContaining({ code: 'bad-input' }));
    }
    expect(() => rig.sessions.create({ dialect: 'agent-core', placement: 'system' })).toThrowError(
      expect.objectContaining({ code: 'bad-input' }),
    );
    rig.sessions.configure(id, { dialect: 'omni', loadMode: 'once' });
    expect(held()).toEqual(['omni', 'system', 'once']);
    rig.sessions.configure(id, { dialect: 'agent-core', placement: 'tool-result' });
    expect(held()).toEqual(['agent-core', 'tool-result', 'once']);
    const { id: trpc } = rig.sessions.create({ dialect: 'trpc', placement: 'tool-result' });
    expect(rig.sessions.get(trpc).state).toMatchObject({ loadMode: 'turn', placement: 'tool-result' });
  });

  it('use a new dialect for loaded skills from the next request on', async () => {
    const id = start({ skills: SKILLS });
    await rig.sessions.loadSkill(id, 'book-flight');
    const reference = 'reference.md';
    await rig.sessions.loadReference(id, 'book-flight', reference);
    rig.sessions.configure(id, { dialect: 'agent-core' });
    await rig.sessions.refresh(id);
    const [skill] = rig.sessions.get(id).state.loadedSkills;
    expect(skill?.instructions).toContain('(agent-core)');
    expect(skill?.references.map(({ path }) => path)).toEqual([reference]);
    const { lastSeq } = rig.sessions.get(id).state;
    await rig.sessions.refresh(id);
    expect(rig.sessions.get(id).state.lastSeq).toBe(lastSeq);
  });

  it('is named by the first card that has a name, and never where the person named it', async () => {
    const card = {
      kind: 'hotel-offers',
      version: 1,
      title: 'Rooms',
      conversation: { en: 'Vienna, May', zh: '维也纳 5月' },
    };
    const id = start({ tool: async () => ({ ok: true, content: 'Found', data: card }) });
    const other = rig.sessions.create({}).id;
    rig.sessions.rename(other, 'Mine');
    for (const one of [id, other])
      await rig.turn(one, '找个酒店', calls({ name: 'run_command', args: { command: 'x' } }), words('好'));
    expect(
      rig.sessions
        .summaries({})
        .map(({ title }) => title)
        .sort(),
    ).toEqual(['Mine', '维也纳 5月']);
  });

  it('delete removes it from the list, and restore brings it back complete', async () => {
    const id = start();
    rig.sessions.rename(id, '东京');
    await rig.sessions.remove(id);
    expect(rig.sessions.summaries({})).toEqual([]);
    rig.sessions.restore(id);
    expect(rig.sessions.summaries({ search: '东' }).map((summary) => summary.title)).toEqual(['东京']);
  });
});
