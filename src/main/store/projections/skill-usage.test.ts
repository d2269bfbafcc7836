import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { EventBody } from '../../../shared/events.ts';
import type { Store } from '../store.ts';
import { created, finished, loaded, started } from '../test-kit/home.ts';
import { importLog } from '../test-kit/import-log.ts';
import { openTestStore, testHome } from '../test-kit/open-store.ts';

function open(): Store {
  let minute = 0;
  return openTestStore({
    now: () => {
      minute += 1;
      return new Date(Date.UTC(2026, 0, 1, 0, minute));
    },
  });
}

const answered = (callId: string, ok: boolean, content: string) => finished(callId, 'run_command', content, { ok });
const ran = (callId: string, command: string, cwd = '/w'): EventBody => ({
  type: 'script-started',
  callId,
  command,
  cwd,
  interpreter: 'python3',
});
const ended = (callId: string, exitCode: number, more: { stopped?: boolean } = {}): EventBody => ({
  type: 'script-finished',
  callId,
  exitCode,
  timedOut: false,
  truncated: false,
  ms: 1,
  outputs: [],
  ...more,
});

describe('skill usage counts', () => {
  it('counts loads and runs over all sessions, by the script’s folder, and in one session', () => {
    const store = open();
    store.append('a', [created, loaded('fly'), ran('1', 'python3 /s/fly/scripts/x.py'), ended('1', 0)]);
    store.append('a', [answered('1', true, 'found 3'), loaded('fly'), loaded('pdf')]);
    store.append('b', [
      created,
      loaded('fly'),
      ran('1', 'node x.mjs', '/s/fly'),
      ended('1', 0),
      answered('1', true, ''),
    ]);
    // No skill's: nothing of that name is loaded here.
    store.append('b', [ran('2', 'python3 /s/pdf/x.py'), ended('2', 1), answered('2', false, 'no')]);
    expect([...store.skillUsage('b')]).toEqual([
      ['fly', { loads: 3, runs: 2, sessions: 2, lastUsed: '2026-01-01T00:03:00.000Z', here: { loads: 1, runs: 1 } }],
      ['pdf', { loads: 1, runs: 0, sessions: 1, lastUsed: '2026-01-01T00:02:00.000Z' }],
    ]);
  });

  it('counts a skill and a call named like an object property', () => {
    const store = open();
    store.append('a', [created, answered('constructor', false, 'no'), loaded('constructor'), loaded('constructor')]);
    store.append('a', [ran('toString', 'python3 /s/constructor/x.py'), ended('toString', 0)]);
    expect(store.skillUsage().get('constructor')).toMatchObject({ loads: 2, runs: 1, sessions: 1 });
  });

  it('keeps the last failure of a load and of a script, with its message, and a later success', () => {
    const store = open();
    store.append('a', [created, started('1', 'load_skill', { name: 'huge' }), answered('1', false, 'Over the budget')]);
    store.append('a', [loaded('fly'), ran('2', 'python3 /s/fly/x.py')]);
    store.append('a', [ended('2', 7), answered('2', false, 'Error: no such city\n\n[exit status 7]\n')]);
    const errorOf = (skill: string) => store.skillUsage().get(skill)?.lastError;
    expect(store.skillUsage().get('huge')).toEqual({
      loads: 0,
      runs: 0,
      sessions: 0,
      lastError: { at: '2026-01-01T00:01:00.000Z', what: 'load', text: 'Over the budget', callId: '1', sessionId: 'a' },
    });
    expect(errorOf('fly')).toMatchObject({ what: 'script', text: 'Error: no such city\n\n[exit status 7]' });
    store.append('a', [ran('3', 'python3 /s/fly/x.py'), ended('3', 0), answered('3', true, 'ok')]);
    expect(errorOf('fly')).toMatchObject({ callId: '2', workedSince: true });
    // One that a person stopped did not fail; one that runs on beside the conversation fails when it ends.
    store.append('a', [ran('4', 'python3 /s/fly/x.py'), ended('4', 130, { stopped: true }), answered('4', false, 'x')]);
    store.append('a', [ran('5', 'python3 /s/fly/x.py'), answered('5', true, 'running')]);
    expect(errorOf('fly')?.callId).toBe('2');
    store.append('a', [ended('5', 1)]);
    expect(errorOf('fly')).toEqual({
      at: '2026-01-01T00:07:00.000Z',
      what: 'script',
      text: '',
      callId: '5',
      sessionId: 'a',
    });
  });

  it('counts nothing twice in a branch, nothing from imported sessions or evals, and the same when rebuilt', () => {
    const store = open();
    store.append('eval', [{ ...created, kind: 'eval' }, loaded('fly'), loaded('pdf'), ran('1', 'sh /s/fly/x.sh')]);
    store.append('eval', [ended('1', 1), { type: 'skill-missed', skill: 'fly', score: 1 }]);
    expect([...store.missedSkills()]).toEqual([]);
    store.append('a', [
      created,
      loaded('fly'),
      ran('1', 'python3 /s/fly/x.py'),
      ended('1', 0),
      answered('1', true, ''),
    ]);
    store.copyLog('a', 'branch', { toSeq: 5, workspace: '/w2' });
    const one = { loads: 1, runs: 1, sessions: 1, lastUsed: '2026-01-01T00:03:00.000Z' };
    expect([...store.skillUsage()]).toEqual([['fly', one]]);
    store.append('branch', [ran('2', 'python3 /s/fly/x.py'), ended('2', 1)]);
    importLog(
      store,
      'theirs',
      store.rows('a').map((row) => ({ ...row, session: 'theirs' })),
    );
    const kept = [...store.skillUsage('branch')];
    expect(kept).toMatchObject([['fly', { loads: 1, runs: 2, sessions: 2, here: { loads: 0, runs: 1 } }]]);
    store.rebuild();
    expect([...store.skillUsage('branch')]).toEqual(kept);
    // The call that was under way is still known.
    store.append('branch', [answered('2', false, 'boom')]);
    expect(store.skillUsage().get('fly')?.lastError?.text).toBe('boom');
  });

  it('is recomputed by a rebuild, whatever its table held', () => {
    const { dir, database } = testHome();
    const store = openTestStore({ home: dir });
    store.append('a', [created, loaded('fly'), ran('1', 'python3 /s/fly/x.py'), ended('1', 0)]);
    const kept = [...store.skillUsage()];
    const db = new Database(database);
    db.exec("UPDATE skill_usage SET loads = 99; INSERT INTO skill_calls (session, calls) VALUES ('z', '{}')");
    db.close();
    expect(store.skillUsage().get('fly')?.loads).toBe(99);
    store.rebuild();
    expect([...store.skillUsage()]).toEqual(kept);
  });
});
