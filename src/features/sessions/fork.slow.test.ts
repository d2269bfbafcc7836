/** Branches, marks and notes over a real store; what was copied is held to the hashes of what was sent. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { copyWorkspace } from '../../main/runner/workspace/copy-workspace.ts';
import { calls, Rig, words } from '../../main/session/test-kit/rig.ts';
import { chained } from '../../main/store/chain.ts';
import { makeHome } from '../../main/store/test-kit/home.ts';
import { foldEvents } from '../../shared/reducer.ts';
import { verifySession } from '../review/main/verify.ts';

let rig: Rig;

async function booked(): Promise<string> {
  rig = new Rig({ skills: { 'book-flight': { body: 'Book like this.' } } });
  const { id } = rig.sessions.create({});
  rig.answers.push(calls({ name: 'load_skill', args: { name: 'book-flight' } }, { name: 'grep' }), words('Where to?'));
  await rig.turn(id, 'I want to fly');
  rig.sessions.rename(id, 'Trip');
  rig.sessions.mark(id, { pinned: true, tags: ['spring', 'spring', 'work'] });
  return id;
}

it('verifies a branch from any event like its source; the branch is idle and continues independently', async () => {
  const id = await booked();
  const before = rig.rows(id);
  const last = rig.sessions.get(id).state.lastSeq;
  for (let at = 1; at <= last; at += 1) {
    const branch = rig.sessions.get(await rig.sessions.fork(id, at));
    const report = await verifySession(branch.id, rig.rows(branch.id), undefined, { end: rig.end(branch.id) });
    expect([at, report.ok, report.differing, report.gaps]).toEqual([at, true, [], []]);
    const { state } = branch;
    expect([at, state.runState]).toEqual([at, state.messages.length === 0 || at < 3 ? 'idle' : expect.any(String)]);
    expect(['thinking', 'tool-calling', 'waiting-approval']).not.toContain(state.runState);
    expect(Object.values(state.calls).filter(({ status }) => status === 'running')).toEqual([]);
    expect(state).toMatchObject({ forkedFrom: { session: id, seq: at }, marks: { pinned: false }, title: 'Trip (2)' });
  }
  expect(rig.rows(id)).toEqual(before);

  const middle = before.find(({ type }) => type === 'skill-loaded')?.seq ?? 0;
  const branch = await rig.sessions.fork(id, middle);
  expect(
    rig.sessions
      .get(branch)
      .events.slice(middle)
      .map(({ type }) => type),
  ).toEqual(['tool-finished', 'tool-started', 'tool-finished', 'state-changed', 'run-finished', 'session-renamed']);
  await rig.turn(branch, 'Something else', words('Elsewhere.'));
  await rig.restart();
  expect(await verifySession(branch, rig.rows(branch), undefined, { end: rig.end(branch) })).toMatchObject({
    ok: true,
    requests: 2,
    verified: 2,
  });
  expect(rig.sessions.get(await rig.sessions.fork(branch, 2)).state.title).toBe('Trip (3)');
  await expect(rig.sessions.fork(id, last + 50)).rejects.toThrow(`There is no event ${last + 50} to branch from`);
});

it('verifies a branch of an import, without its rights and with this machine’s settings', async () => {
  const id = await booked();
  const foreign = rig.rows(id).map((row) => {
    const { session: _, ...event } = { ...JSON.parse(row.raw), session: 'theirs' };
    const rights =
      row.type === 'session-created'
        ? { approve: 'auto', pinned: { baseUrl: 'http://127.0.0.1:1/', apiKeyEnv: 'HOME', model: 'm', skills: ['/'] } }
        : {};
    return { ...row, session: 'theirs', raw: JSON.stringify({ ...event, session: 'theirs', ...rights }) };
  });
  const add = (body: Record<string, unknown>) => {
    const seq = foreign.length + 1;
    const raw = JSON.stringify({ v: 1, seq, at: '2030-01-01T00:00:00.000Z', session: 'theirs', ...body });
    foreign.push({ session: 'theirs', seq, at: '2030-01-01T00:00:00.000Z', type: String(body.type), raw });
  };
  add({
    type: 'settings-changed',
    pinned: { baseUrl: 'http://127.0.0.1:2/' },
    agent: { name: 'theirs', basePrompt: 'Obey.' },
  });
  add({ type: 'skill-switch-changed', skill: 'book-flight', enabled: true });
  add({
    type: 'approval-requested',
    callId: 'c',
    action: 'run-command',
    detail: { command: 'x', reason: 'y', needsPerson: true },
  });
  rig.importLog('theirs', chained(foreign));
  for (let at = 1; at <= foreign.length; at += 1) {
    const { id: branch, state } = rig.sessions.get(await rig.sessions.fork('theirs', at));
    expect(await verifySession(branch, rig.rows(branch), undefined, { end: rig.end(branch) })).toMatchObject({
      ok: true,
      differing: [],
    });
    expect([
      at,
      state.approve,
      state.model,
      state.agent,
      state.pinned,
      state.skillSwitches,
      state.loadedSkills,
    ]).toEqual([at, 'ask', 'gpt-4o', undefined, {}, {}, []]);
    expect(rig.rows(branch).some(({ raw }) => /127\.0\.0\.1:[12]\//.test(raw))).toBe(false);
  }
  const branch = await rig.sessions.fork('theirs', foreign.length);
  await rig.turn(branch, 'On', words('Here.'));
  expect(await verifySession(branch, rig.rows(branch), undefined, { end: rig.end(branch) })).toMatchObject({
    ok: true,
    requests: 3,
  });
  expect(JSON.stringify(rig.requests.at(-1))).not.toContain('Obey.');
  await expect(rig.sessions.send('theirs', 'x')).rejects.toThrow('Branch from it to continue.');
});

it('keeps marks and notes across a rewind, and stores no duplicate', async () => {
  const id = await booked();
  const { sessions } = rig;
  const count = () => rig.rows(id).length;
  const before = count();
  sessions.mark(id, { pinned: true, addTags: ['work'], removeTags: ['none'] });
  expect(count()).toBe(before);
  sessions.mark(id, { archived: true, addTags: ['x'], removeTags: ['spring'] });
  const note = sessions.addNote(id, 2, 'why?');
  const other = sessions.addNote(id, 1, 'begins here');
  sessions.changeNote(id, note, 'why this?');
  sessions.changeNote(id, note, 'why this?');
  sessions.removeNote(id, other);
  sessions.removeNote(id, other);
  rig.answers.push(words('Again.'));
  await sessions.edit(id, 2, 'I want to sail');
  await rig.ended(id);
  await rig.restart();
  const { state, events } = rig.sessions.get(id);
  expect(state.marks).toEqual({ pinned: true, archived: true, tags: ['work', 'x'] });
  expect(state.notes).toMatchObject([{ id: note, on: 2, text: 'why this?', changedAt: expect.any(String) }]);
  expect(foldEvents(id, events)).toEqual(state);
  expect(() => rig.sessions.addNote(id, 9_999, 'x')).toThrow('There is no event 9999');
  expect(() => rig.sessions.changeNote(id, other, 'x')).toThrow('no longer there');
});

it('copies the files, with outputs as of the branch, and no links', async () => {
  rig = new Rig();
  const home = makeHome();
  const root = path.join(home.dir, 'workspaces');
  const put = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  put('a/work/notes.txt', 'notes');
  put('a/out/report.md', 'as it is now');
  put('a/out/later.csv', 'not yet');
  put('a/.records/c1/terminal.log', 'printed');
  put('a/.records/c2/terminal.log', 'later');
  symlinkSync('/etc/passwd', path.join(root, 'a/work/link'));
  const envelope = { v: 1, at: '', session: 'a' };
  const script = { callId: 'c1', command: 'x', cwd: '/', interpreter: 'bash' };
  const saved = { version: 1, mime: 'text/markdown', bytes: 4 };
  await copyWorkspace({
    home: home.dir,
    from: 'a',
    to: 'b',
    events: [
      { ...envelope, seq: 1, type: 'script-started', ...script },
      { ...envelope, seq: 2, type: 'artifact-saved', name: 'report.md', sha256: 'then', ...saved },
      { ...envelope, seq: 3, type: 'artifact-saved', name: '../../../escaped', sha256: 'then', ...saved },
    ],
    later: [
      { ...envelope, seq: 4, type: 'artifact-saved', name: 'later.csv', sha256: 'now', ...saved },
      { ...envelope, seq: 5, type: 'artifact-saved', name: 'report.md', sha256: 'now', ...saved },
    ],
    readArtifact: async (sha256) => Buffer.from(`as of ${sha256}`),
  });
  const read = (file: string) => {
    try {
      return readFileSync(path.join(root, 'b', file), 'utf8');
    } catch {
      return undefined;
    }
  };
  expect(
    [
      'work/notes.txt',
      'out/report.md',
      'out/later.csv',
      '.records/c1/terminal.log',
      '.records/c2/terminal.log',
      'work/link',
    ].map(read),
  ).toEqual(['notes', 'as of then', undefined, 'printed', undefined, undefined]);
  expect(() => readFileSync(path.join(home.dir, '../escaped'))).toThrow();
  home.remove();
});
