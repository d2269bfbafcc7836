import { cpSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { createApp } from '../../main/app.ts';
import { fakeTerminal, run } from '../../main/hosts/cli/test-kit/fake-terminal.ts';
import { runToItsEnd } from '../../main/lib/test-kit/killed-program.ts';
import { tempFolder } from '../../main/lib/test-kit/temp-folder.ts';
import { modelOfTest } from '../../main/models/test-kit/model-of-test.ts';
import { call, say } from '../../main/models/test-kit/scripted-model.ts';
import { openWatches } from './test-kit/open-watches.ts';

const HOUR_MS = 3_600_000;
const KILLED = path.join(import.meta.dirname, 'test-kit', 'killed-check-main.ts');

let home: string;
let skills: string;
let clock: { now: number };
beforeEach(() => {
  home = tempFolder();
  skills = path.join(tempFolder(), 'skills');
  cpSync(path.join(import.meta.dirname, 'test-kit/skills'), skills, { recursive: true });
  clock = { now: Date.parse('2027-01-10T09:00:00Z') };
});

const price = (content: { value?: number; exit?: number; watch?: object }) =>
  writeFileSync(path.join(skills, 'room-price/scripts/price.json'), JSON.stringify(content));

async function open(options: { foreign?: boolean } = {}) {
  const model = await modelOfTest([
    call('load_skill', { name: 'room-price' }),
    call('run_command', { command: `node ${skills}/room-price/scripts/price.mjs --room sea` }),
    say('Here it is.'),
  ]);
  const opened = await openWatches({ home, skills, clock, model: model.url, ...options });
  onTestFinished(() => opened.close());
  return opened;
}

type Opened = Awaited<ReturnType<typeof open>>;

/** The watch events of a session, without their envelopes. */
const logged = ({ core }: Opened, sessionId: string) =>
  core.store.events(sessionId).flatMap((event) => {
    if (!event.type.startsWith('watch-')) return [];
    const { v: _v, seq: _seq, session: _session, prev: _prev, ...body } = event as typeof event & { prev?: string };
    return [body];
  });

const cli = async (...args: string[]) => {
  const terminal = fakeTerminal();
  const status = await run(terminal, ['watches', ...args, '--home', home], { createApp });
  return { status, out: terminal.out(), err: terminal.err() };
};

it('checks a price from the press to the change, over a restart and a kill, each time once', async () => {
  price({ value: 390 });
  const first = await open();
  const { sessionId, callId } = await first.ask();
  expect(first.watches.list()).toEqual([]);
  const id = await first.watches.start(sessionId, callId);
  expect(await first.watches.start(sessionId, callId)).toBe(id);
  const started = { type: 'watch-started', id, callId, skill: 'room-price', every: 60, value: 390, currency: 'EUR' };
  const quiet = { type: 'watch-checked', id, changed: false, value: 390, currency: 'EUR' };

  const before = first.core.sessions.summaries({})[0]?.updatedAt;
  await first.pass(HOUR_MS - 1);
  expect(logged(first, sessionId)).toMatchObject([started]);
  await first.pass(HOUR_MS);
  expect(logged(first, sessionId)).toMatchObject([started, { ...quiet, at: '2027-01-10T10:00:00.000Z' }]);
  expect(first.core.sessions.summaries({})[0]?.updatedAt).toBe(before);
  await first.close();

  // Closed over four checks: one takes their place. It is killed before it can say what it found.
  price({ value: 298 });
  clock.now += 4 * HOUR_MS;
  const killed = runToItsEnd(KILLED, [home, skills, String(clock.now)]);
  expect([killed.signal, killed.stderr]).toEqual(['SIGKILL', '']);

  const second = await open();
  await second.pass(HOUR_MS / 2);
  const lower = { type: 'watch-checked', id, changed: true, value: 298, currency: 'EUR' };
  expect(logged(second, sessionId)).toMatchObject([started, quiet, lower]);
  const [listed] = second.watches.list();
  expect(listed).toMatchObject({
    id,
    sessionId,
    title: { en: 'The sea room' },
    changes: [{ from: { value: 390, currency: 'EUR' }, to: { value: 298, currency: 'EUR' } }],
    reading: { value: 298 },
  });
  await second.close();

  const { out } = await cli('list', '--json');
  expect(JSON.parse(out)).toMatchObject([{ id, skill: 'room-price', reading: { value: 298 } }]);
  expect((await cli('list')).out).toMatch(/The sea room +Now €298.00 · checked/);
  expect(await cli('remove', id)).toMatchObject({ status: 0, err: `${id}: Watch stopped\n` });
  expect((await cli('list')).err).toMatch(/^Nothing is being watched/);
  expect(await cli('remove', id)).toMatchObject({ status: 2, err: `There is no watch '${id}'.\n` });
});

it('reports only what is below the threshold, and keeps off a session that is at work', async () => {
  price({ value: 390, watch: { below: 300 } });
  const opened = await open();
  const { sessionId, callId } = await opened.ask();
  await opened.watches.start(sessionId, callId);
  const values: [number, boolean, number][] = [];
  for (const value of [350, 299, 299, 310, 280]) {
    price({ value });
    await opened.pass(HOUR_MS);
    const last = logged(opened, sessionId).at(-1);
    if (last?.type === 'watch-checked')
      values.push([last.value ?? 0, last.changed, opened.watches.list()[0]?.changes.length ?? 0]);
  }
  expect(values).toEqual([
    [350, true, 0],
    [299, true, 1],
    [299, false, 1],
    [310, true, 1],
    [280, true, 2],
  ]);

  const session = opened.core.sessions.get(sessionId);
  const work = Promise.withResolvers<void>();
  const atWork = session.startRun(() => work.promise);
  price({ value: 100 });
  await opened.pass(HOUR_MS);
  expect(logged(opened, sessionId).at(-1)).toMatchObject({ value: 280 });
  work.resolve();
  await atWork;
  await opened.pass(HOUR_MS / 10);
  expect(logged(opened, sessionId).at(-1)).toMatchObject({ value: 100 });
});

it('says why a check failed, and ends after five in a row', async () => {
  price({ value: 390 });
  const opened = await open();
  const { sessionId, callId } = await opened.ask();
  await opened.watches.start(sessionId, callId);
  const faults: unknown[] = [];
  const checkedAgain = async () => {
    await opened.pass(HOUR_MS);
    faults.push(opened.watches.list()[0]?.fault?.code);
  };
  price({ exit: 3 });
  await checkedAgain();
  await opened.core.sessions.switchSkill(sessionId, 'room-price', false);
  await checkedAgain();
  await opened.core.sessions.switchSkill(sessionId, 'room-price', null);
  price({ value: 390 });
  await checkedAgain();
  rmSync(path.join(skills, 'room-price'), { recursive: true });
  for (let time = 0; time < 6; time += 1) await checkedAgain();
  const gone = 'watch-skill-gone';
  expect(faults).toEqual(['watch-exit', 'watch-skill-off', undefined, gone, gone, gone, gone, gone, gone]);
  expect(logged(opened, sessionId).slice(-2)).toMatchObject([
    { type: 'watch-checked', fault: { code: gone } },
    { type: 'watch-ended', reason: 'failed' },
  ]);
  expect(opened.watches.list()).toMatchObject([{ ended: { reason: 'failed' } }]);
});

it('does not run a script that needs approval', async () => {
  price({ value: 390 });
  const opened = await open({ foreign: true });
  const { sessionId, callId } = await opened.ask();
  await opened.watches.start(sessionId, callId);
  await opened.pass(HOUR_MS);
  expect(opened.watches.list()).toMatchObject([{ fault: { code: 'watch-needs-yes' }, reading: { value: 390 } }]);
});

it('refuses what is beyond the bounds, ends in time, and is not taken along by a branch', async () => {
  const refused = async (watch: object) => {
    price({ value: 390, watch });
    const opened = await open();
    const { sessionId, callId } = await opened.ask();
    const code = await opened.watches.start(sessionId, callId).then(
      () => 'started',
      (error: { detail?: { code: string } }) => error.detail?.code,
    );
    await opened.close();
    return code;
  };
  expect(await refused({ every: '14m' })).toBe('watch-often');
  expect(await refused({ every: 15, until: '2027-04-20' })).toBe('watch-long');
  expect(await refused({ until: '2027-01-09' })).toBe('watch-past');
  expect(await refused({ command: 'scripts/none.mjs' })).toBe('watch-script');
  expect(await refused({ every: 'often' })).toBe('watch-none');

  price({ value: 390, watch: { until: '2027-01-10T10:30:00Z', command: 'price.mjs --room sea' } });
  const opened = await open();
  const { sessionId, callId } = await opened.ask();
  const started: string[] = [];
  await opened.watches.start(sessionId, callId);
  const branch = await opened.core.sessions.fork(sessionId, opened.core.sessions.get(sessionId).state.lastSeq);
  expect(opened.core.sessions.get(branch).state.watches).toBeUndefined();
  expect(opened.watches.list().map((one) => one.sessionId)).toEqual([sessionId]);
  const session = opened.core.sessions.get(branch);
  for (let number = 1; number < 20; number += 1) {
    started.push(`w${number}`);
    const { type, at, ...body } = logged(opened, sessionId)[0] as unknown as Record<string, never>;
    session.append({ ...body, type: 'watch-started', id: `w${number}`, callId: `c${number}` } as never);
  }
  await expect(opened.watches.start(branch, callId)).rejects.toMatchObject({ detail: { code: 'watch-most' } });
  await opened.core.sessions.remove(branch);
  expect(opened.watches.list()).toHaveLength(1);
  await opened.pass(2 * HOUR_MS);
  expect(opened.watches.list()).toMatchObject([{ ended: { reason: 'over' }, reading: { value: 390 } }]);
});
