import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import { limitNote } from '../run-folders.ts';
import type { RunRequest, RunResult } from '../run-request.ts';
import { createRunner } from '../runner.ts';
import { removeTree } from '../workspace/remove-tree.ts';
import { DEFAULT_LIMITS, watchSize } from './sandbox.ts';
import { countsProcesses, explainEnd } from './watch-memory.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const MIB = 1024 ** 2;
const home = tempFolder();
const limits = {
  cpuSeconds: 1,
  memoryBytes: 200 * MIB,
  processes: 40,
  fileBytes: 8 * MIB,
  scratchBytes: 16 * MIB,
  workspaceBytes: 24 * MIB,
  workspaceEntries: 50_000,
};
const runner = createRunner({ home, sandbox: 'auto', limits });
/** On a busy machine a moment is long enough for a second of four processors. */
const patient = createRunner({ home, sandbox: 'auto', limits: { ...limits, cpuSeconds: 3600 } });
const few = createRunner({ home, sandbox: 'auto', limits: { ...limits, workspaceEntries: 300 } });
/** Its size leaves room for the blocks of 100,000 folders and files. */
const patientMany = createRunner({
  home,
  sandbox: 'auto',
  limits: { ...limits, cpuSeconds: 3600, workspaceBytes: 2048 * MIB, workspaceEntries: 20_000 },
});
const unconfined = createRunner({ home, sandbox: 'none', limits });
const patientUnconfined = createRunner({ home, sandbox: 'none', limits: { ...limits, cpuSeconds: 3600 } });
const { kind } = await runner.sandbox();
let calls = 0;
const run = (command: string, more: Partial<RunRequest> = {}, by = runner): Promise<RunResult> => {
  calls += 1;
  const { signal } = new AbortController();
  return by.run({ sessionId: `s${calls}`, callId: 'c', command, timeoutSeconds: 60, signal, ...more });
};
const isRoot = process.getuid?.() === 0;
const FORKS = `import os, time
for i in range(200):
    try:
        if os.fork() == 0: time.sleep(120); os._exit(0)
    except OSError: time.sleep(0.05)
time.sleep(120)`;
/** Holds so many MiB, for a minute. */
const EATS = (mib: number): string => `python3 -c 'b = bytearray(${mib} << 20); import time; time.sleep(60)'`;
/** Many small files, without end. */
const FILLS = (folder: string): string =>
  `i=0; while :; do i=$((i+1)); head -c 4000000 /dev/zero > "${folder}/$i" || exit 1; done`;

it('limits each process without a sandbox too, and names the limit', async () => {
  expect(await run("python3 -c 'while True: pass'", {}, unconfined)).toMatchObject({
    limit: 'cpu',
    exitCode: null,
  });
  const big = await run('head -c 20000000 /dev/zero > "$WORK_DIR/big"', {}, unconfined);
  expect(big).toMatchObject({ limit: 'file-size' });
});

it('adds up the memory of all processes without a control group too, shared pages once', async () => {
  const together = await run(`${EATS(150)} & ${EATS(150)} & wait`, {}, patientUnconfined);
  expect(together).toMatchObject({ limit: 'memory', stopped: false, timedOut: false });
  expect(together.notes).toContain(limitNote('memory', limits));
  // What leaves the session, its group and its marker behind is found through its parent.
  const apart = `python3 -c 'import os, subprocess
subprocess.run(["setsid", "env", "-i", "python3", "-c", "b = bytearray(300 << 20); import time; time.sleep(60)"])'`;
  expect(await run(apart, {}, patientUnconfined)).toMatchObject({ limit: 'memory', stopped: false });
  const forks = `python3 -c 'import os, time
b = bytearray(150 << 20)
for i in range(4):
    if os.fork() == 0: time.sleep(2); os._exit(0)
for i in range(4): os.wait()'`;
  expect(await run(forks, {}, patientUnconfined)).toMatchObject({ exitCode: 0 });
});

it('refuses a process what no memory of the run could hold', async () => {
  const python = await run(`python3 -c 'b = bytearray(4 << 30)'`, {}, unconfined);
  expect(python).toMatchObject({ limit: 'memory', exitCode: 1 });
});

describe.skipIf(kind !== 'bubblewrap')(`a limit ends the run and is named (${kind})`, () => {
  it('wall-clock time', async () => {
    const result = await run('sleep 60', { timeoutSeconds: 1 });
    expect(result).toMatchObject({ limit: 'time', timedOut: true, stopped: false, exitCode: null });
  });

  it('CPU time', async () => {
    expect(await run("python3 -c 'while True: pass'")).toMatchObject({
      limit: 'cpu',
      exitCode: 152,
      timedOut: false,
    });
  });

  it('file size, as a signal and as an error', async () => {
    expect(await run('head -c 20000000 /dev/zero > "$WORK_DIR/big"')).toMatchObject({ limit: 'file-size' });
    const python = `python3 -c 'import os; open(os.environ["WORK_DIR"] + "/big", "wb").write(b"x" * 20000000)'`;
    expect(await run(python)).toMatchObject({ limit: 'file-size', exitCode: 1 });
  });

  it('workspace size', async () => {
    const result = await run(FILLS('$WORK_DIR'), {}, patient);
    expect(result).toMatchObject({ limit: 'workspace-size', stopped: false, timedOut: false, exitCode: null });
    expect(await run(FILLS('$OUTPUT_DIR'), {}, unconfined)).toMatchObject({ limit: 'workspace-size', exitCode: null });
  });

  it('the number of files a run adds, not counting earlier ones', async () => {
    const sessionId = 'files';
    const makes = (name: string, count: number) =>
      `python3 -c 'import os,time
os.makedirs("${name}")
for i in range(${count}): open("${name}/" + str(i), "w").close()
time.sleep(${count > 300 ? 60 : 1})'`;
    expect(await run(makes('first', 250), { sessionId }, few)).toMatchObject({ exitCode: 0 });
    expect(await run(makes('second', 250), { sessionId, callId: 'd' }, few)).toMatchObject({ exitCode: 0 });
    const result = await run(makes('third', 400), { sessionId, callId: 'e' }, few);
    expect(result).toMatchObject({ limit: 'workspace-files', stopped: false, timedOut: false, exitCode: null });
    expect(result.notes).toContain(limitNote('workspace-files', { ...DEFAULT_LIMITS, workspaceEntries: 300 }));
  });

  it('the number of files a run makes at once, or just before its end', async () => {
    const makes = (count: number, end: string) =>
      `python3 -c 'import os,time
for i in range(${count}):
    if i % 1000 == 0: os.makedirs("d" + str(i))
    open("d" + str(i // 1000 * 1000) + "/" + str(i), "w").close()
${end}'`;
    // More than it can make in the time of a few looks, however busy the machine is.
    const many = await run(makes(1_000_000, 'print("all made"); time.sleep(60)'), {}, patientMany);
    expect(many).toMatchObject({ limit: 'workspace-files', exitCode: null });
    expect(many.output).not.toContain('all made');
    const exact = await run(makes(299, ''), {}, few);
    expect([exact.limit, exact.notes]).toEqual([undefined, []]);
    expect(await run(makes(300, ''), {}, few)).toMatchObject({ limit: 'workspace-files' });
  });

  it('the number of files made since the last look', async () => {
    const own = [tempFolder()];
    const after = async (count: number) => {
      const room = watchSize({ own, lent: [] }, { ...limits, workspaceEntries: 300 });
      await room.counted;
      // Nothing looks in between: no other code runs before the end.
      for (let i = 0; i < count; i += 1) writeFileSync(path.join(own[0] ?? '', `${count}-${i}`), '');
      await room.endWithCount();
      return room.reached();
    };
    expect([await after(300), await after(301)]).toEqual([undefined, 'workspace-files']);
  });

  it('workspace size also counts folders too deep for a path or closed to reading', async () => {
    const deep = `python3 -c '
import os
os.chdir(os.environ["WORK_DIR"])
for i in range(110): os.mkdir("d" * 50); os.chdir("d" * 50)
i = 0
while True:
    i += 1
    open(str(i), "wb").write(b"x" * 4000000)'`;
    const nested = await run(deep, {}, patient);
    expect(nested).toMatchObject({ limit: 'workspace-depth', exitCode: null });
    expect(nested.notes.join(' ')).toContain('nested deeper than a path can be long');
    await removeTree(path.join(home, 'workspaces', `s${calls}`));
    expect(existsSync(path.join(home, 'workspaces', `s${calls}`))).toBe(false);
    const shut = `mkdir -m 300 "$WORK_DIR/shut"; ${FILLS('$WORK_DIR/shut')}`;
    expect(await run(shut, {}, patient)).toMatchObject({ limit: 'workspace-size', exitCode: null });
  });

  it('a run that closes its folders does not block later runs', async () => {
    const sessionId = 'shut';
    await run('chmod 0 "$WORK_DIR" "$OUTPUT_DIR"', { sessionId });
    const again = await run('ls "$WORK_DIR" && echo x > "$OUTPUT_DIR/x" && echo open', { sessionId, callId: 'd' });
    expect(again.output).toMatch(/open\n$/);
  });

  it.skipIf(isRoot && !countsProcesses())('processes', async () => {
    const result = await run(`python3 -c '${FORKS}'`);
    expect(result).toMatchObject(isRoot || countsProcesses() ? { limit: 'processes', stopped: false } : {});
  });

  it('memory', async () => {
    expect(await run(`${EATS(120)} & ${EATS(120)} & ${EATS(120)} & wait`, {}, patient)).toMatchObject({
      limit: 'memory',
      stopped: false,
    });
  });

  it('process memory, counted together or separately, as reported by its programs', async () => {
    const python = await run(EATS(400), {}, patient);
    expect(python).toMatchObject({ limit: 'memory', stopped: false });
    expect(python.notes).toContain(limitNote('memory', limits));
    const end = { exitCode: 134, timedOut: false, stopped: false, ms: 1 };
    const bounds = { ...DEFAULT_LIMITS, ...limits };
    expect(explainEnd({ ...end, output: 'FATAL ERROR: JavaScript heap out of memory' }, bounds, undefined)).toBe(
      undefined,
    );
    expect(explainEnd({ ...end, output: 'bash: fork: Cannot allocate memory\n' }, bounds, undefined)).toBe('memory');
    expect(explainEnd({ ...end, exitCode: 0, output: 'MemoryError' }, bounds, undefined)).toBe(undefined);
  });

  it('no limit for a normal exit, a stop, or an exit code that looks like one', async () => {
    const stop = new AbortController();
    const stopped = await run('echo ready; sleep 60', { signal: stop.signal, onData: () => stop.abort() });
    expect(stopped).toMatchObject({ stopped: true });
    const results = [
      stopped,
      await run('exit 1'),
      await run('exit 152', {}, patient),
      await run('kill -KILL $$'),
      await run('true'),
    ];
    expect(results.map(({ limit }) => limit)).toEqual(Array(5).fill(undefined));
  });

  it('a full /tmp is no named limit, but the result says where there is space', async () => {
    const result = await run(FILLS('/tmp'), {}, patient);
    expect(result.limit).toBe(undefined);
    expect(result.notes.at(-1)).toBe(
      'This run was confined: /tmp and the home folder hold little, in memory; large files belong in $WORK_DIR.',
    );
  });
});
