/** User actions and stops during other work: no message is lost, and the log rebuilds each request. */
import { describe, expect, it, vi } from 'vitest';
import type { SessionEvent } from '../../shared/events.ts';
import { foldEvents } from '../../shared/reducer.ts';
import type { ModelOutcome, ModelPort, PreparedRequest } from '../agent/ports.ts';
import { buildRequest } from '../context/build-request.ts';
import { calls, Rig, type RigOptions, words } from './test-kit/rig.ts';

vi.setConfig({ testTimeout: 60_000 });

let rig: Rig;
const start = (options: RigOptions = {}) => {
  rig = new Rig(options);
  return rig.sessions.create({}).id;
};

const ofType = <T extends SessionEvent['type']>(id: string, type: T) =>
  rig.sessions.get(id).events.filter((event): event is Extract<SessionEvent, { type: T }> => event.type === type);
const seqOf = (id: string, index: number) => rig.sessions.get(id).state.messages[index]?.seq ?? 0;

function gate() {
  let open = () => {};
  const closed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), closed };
}

/** A model that writes summaries; `summarise` answers those requests, the others get a word. */
function summarising(summarise: (request: PreparedRequest) => Promise<ModelOutcome>): ModelPort {
  return {
    writesSummaries: true,
    stream: async (request) =>
      request.json.includes('<conversation>') ? summarise(request) : words('It goes on. '.repeat(200)),
  };
}

async function talk(id: string, turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await rig.turn(id, `Question ${turn}`);
}

function expectRebuilt(id: string): void {
  const { events } = rig.sessions.get(id);
  const sent = ofType(id, 'request-sent').filter(({ purpose }) => purpose !== 'summary');
  for (const request of sent) {
    const earlier = events.filter(({ seq }) => seq < request.seq);
    expect(buildRequest(foldEvents(id, earlier)).sha256).toBe(request.sha256);
  }
}

describe('a message', () => {
  it('sent at the same time starts no second run, and is not in the log', async () => {
    const id = start();
    rig.answers.push(words('hello'));
    const sent = await Promise.allSettled([rig.sessions.send(id, 'one'), rig.sessions.send(id, 'two')]);
    await rig.ended(id);
    expect(sent.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(sent[1]).toMatchObject({ reason: { code: 'session-busy' } });
    expect(ofType(id, 'user-message-added').map(({ text }) => text)).toEqual(['one']);
  });

  it('is neither edited, restored nor compacted during a run', async () => {
    const id = start();
    await rig.turn(id, 'one', words('hello'), words('hello again'));
    const first = seqOf(id, 0);
    await rig.sessions.edit(id, first, 'changed');
    await rig.ended(id);
    const { open, closed } = gate();
    rig.answers.push(async () => {
      await closed;
      return words('late');
    });
    await rig.sessions.send(id, 'two');
    const { lastSeq } = rig.sessions.get(id).state;
    expect(() => rig.sessions.bringBack(id, first)).toThrow('still working');
    for (const attempt of [
      rig.sessions.edit(id, seqOf(id, 0), 'x'),
      rig.sessions.retry(id),
      rig.sessions.compact(id),
      rig.sessions.undoCompaction(id, 1),
    ])
      await expect(attempt).rejects.toMatchObject({ code: 'session-busy' });
    expect(ofType(id, 'history-rewound')).toHaveLength(1);
    expect(rig.sessions.get(id).state.lastSeq).toBeGreaterThanOrEqual(lastSeq);
    open();
    await rig.ended(id);
  });
});

describe('a skill', () => {
  it('loaded by the user and the agent at once is loaded once', async () => {
    const id = start({ skills: { fly: { body: 'Fly like this.' } } });
    const both = await Promise.all([rig.sessions.loadSkill(id, 'fly'), rig.sessions.loadSkill(id, 'fly')]);
    expect(both.map(({ ok }) => ok)).toEqual([true, true]);
    expect(ofType(id, 'skill-loaded')).toHaveLength(1);
  });
});

describe('a request', () => {
  it('includes events that reached the log while it was built', async () => {
    let pin = () => {};
    const id = start({ prepared: () => pin() });
    await rig.turn(id, 'first', words('one'), words('two'));
    rig.sessions.rename(id, 'before');
    let times = 0;
    pin = () => {
      times += 1;
      if (times === 1) rig.sessions.pinMessage(id, seqOf(id, 0), true);
    };
    await rig.turn(id, 'second');
    expect(times).toBe(2);
    expectRebuilt(id);
  });

  it('includes on a retry what the user loaded during the wait', async () => {
    const id = start({ skills: { fly: { body: 'Fly like this.' } } });
    rig.answers.push(async () => {
      await rig.sessions.loadSkill(id, 'fly');
      return { kind: 'failure', code: 'unreachable', message: 'busy', retryInMs: 1 };
    }, words('done'));
    await rig.turn(id, 'go');
    expect(ofType(id, 'request-sent')).toHaveLength(2);
    expectRebuilt(id);
    expect(rig.requests.at(-1)?.json).toContain('Fly like this.');
  });
});

describe('a compaction', () => {
  it('takes no summary that omits a message pinned meanwhile', async () => {
    const id = start({
      model: summarising(async () => {
        rig.sessions.pinMessage(id, seqOf(id, 0), true);
        return words('[Earlier conversation summary]\nThey talked.');
      }),
    });
    await talk(id, 8);
    await rig.sessions.compact(id);
    expect(ofType(id, 'context-compacted').filter(({ strategy }) => strategy === 'turns')).toMatchObject([
      { writtenBy: 'extract', fallback: { code: 'pinned' } },
    ]);
    expect(buildRequest(rig.sessions.get(id).state).json).toContain('Question 0');
  });

  it('by hand changes nothing when stopped, even if its summary has already arrived', async () => {
    const id = start({
      model: summarising(async () => {
        void rig.sessions.stop(id);
        return words('[Earlier conversation summary]\nThey talked.');
      }),
    });
    await talk(id, 8);
    const outcome = await rig.sessions.compact(id);
    expect(outcome).toMatchObject({ messages: 0, after: outcome.before });
    expect(ofType(id, 'context-compacted')).toEqual([]);
    expect(rig.sessions.get(id).running).toBe(false);
  });

  it('by hand that a crash cut off is closed at the next start, with nothing changed', async () => {
    const { open, closed } = gate();
    const id = start({
      model: summarising(async () => {
        open();
        return new Promise(() => {});
      }),
    });
    await talk(id, 8);
    const before = buildRequest(rig.sessions.get(id).state).json;
    void rig.sessions.compact(id).catch(() => {});
    await closed;
    expect(rig.sessions.get(id).state.summarising).toBeDefined();
    await rig.restart();
    const { state, events } = rig.sessions.get(id);
    expect(state.summarising).toBeUndefined();
    expect(events.at(-1)).toMatchObject({ purpose: 'summary', finishReason: 'interrupted', text: '' });
    expect(buildRequest(state).json).toBe(before);
    await rig.restart();
    expect(rig.sessions.get(id).events).toHaveLength(events.length);
  });

  it('goes further for a provider that counts more tokens than the local count', async () => {
    const strategies = async (asked: (total: number) => number) => {
      let times = 0;
      const id = start({ tool: async () => ({ ok: true, content: 'fare 1,200 CNY; '.repeat(400) }) });
      await rig.turn(id, 'search', calls({ name: 'search' }), words('Found.'));
      for (let turn = 0; turn < 9; turn += 1) {
        await rig.turn(id, `Question ${turn}`, words(turn < 3 ? 'It goes on like this. '.repeat(250) : 'Yes.'));
      }
      rig.answers.push(async ({ tokens: { total } }) => {
        times += 1;
        const tooLong = { limit: total, asked: asked(total) };
        return { kind: 'failure', code: 'context-too-long', message: 'too long', tooLong };
      }, words('done'));
      await rig.turn(id, 'more');
      expect(times).toBe(1);
      return ofType(id, 'context-compacted').map(({ strategy }) => strategy);
    };
    expect(await strategies((total) => total)).toEqual(['tool-results']);
    expect(await strategies((total) => 2 * total)).toEqual(['tool-results', 'turns']);
  });
});

describe('program output', () => {
  it('is shown to its last byte before its call ends', async () => {
    const id = start({
      tool: async (_name, _args, host) => {
        host.publish({ type: 'terminal-delta', callId: 'c0', offset: 0, data: 'the last words' });
        return { ok: true, content: 'done' };
      },
    });
    const seen: string[] = [];
    rig.sessions.get(id).listen(0, {
      events: (events) => seen.push(...events.map(({ type }) => type)),
      delta: (delta) => seen.push(delta.type === 'terminal-delta' ? delta.data : delta.type),
    });
    await rig.turn(id, 'go', calls({ name: 'run' }), words('done'));
    expect(seen.indexOf('the last words')).toBeGreaterThan(seen.indexOf('tool-started'));
    expect(seen.indexOf('the last words')).toBeLessThan(seen.indexOf('tool-finished'));
  });
});

describe('a branch', () => {
  it('has the files as of the event it is made at', async () => {
    const copies: Parameters<NonNullable<RigOptions['copyWorkspace']>>[0][] = [];
    const id = start({ copyWorkspace: async (copy) => void copies.push(copy) });
    const session = rig.sessions.get(id);
    const artifact = { name: 'plan.txt', mime: 'text/plain', bytes: 1, sha256: 'a'.repeat(64) };
    session.append(
      { type: 'artifact-saved', ...artifact, version: 1 },
      { type: 'artifact-saved', ...artifact, version: 2 },
    );
    const [first = { seq: 0 }] = ofType(id, 'artifact-saved');
    const branch = await rig.sessions.fork(id, first.seq);
    expect(copies.map(({ events, later }) => [events.at(-1)?.seq, later[0]?.seq])).toEqual([
      [first.seq, first.seq + 1],
    ]);
    expect(ofType(branch, 'artifact-saved').map(({ version }) => version)).toEqual([1]);
    await expect(rig.sessions.fork(id, session.state.lastSeq + 1)).rejects.toMatchObject({ code: 'event-not-found' });
    await rig.sessions.fork(id, session.state.lastSeq);
    expect(copies.at(-1)?.later).toEqual([]);
  });

  it('is numbered after the session it comes from', async () => {
    const id = start();
    rig.sessions.rename(id, 'Trip');
    const second = await rig.sessions.fork(id, rig.sessions.get(id).state.lastSeq);
    const third = await rig.sessions.fork(second, rig.sessions.get(second).state.lastSeq);
    expect([second, third].map((one) => ofType(one, 'session-renamed').at(-1)?.title)).toEqual([
      'Trip (2)',
      'Trip (3)',
    ]);
  });
});
