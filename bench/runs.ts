/** Measures the cost of a run's terminal and of the embedded Python, each against its lower bound. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import xterm from '@xterm/headless';
import { spawn } from 'node-pty';
import { snapshotMaker } from '../src/main/runner/interpreters.ts';
import { warmPython } from '../src/main/runner/python/warm-python.ts';
import { createRunner } from '../src/main/runner/runner.ts';
import { median, type Row } from './table.ts';

/** Runs of each way. */
const FLOODS = 3;
const FLOOD = "head -c 104857600 /dev/zero | tr '\\0' x | fold -w 79";

/** Lower bound for a Python in such a process: Pyodide alone, without our code. */
const BARE = `const { loadPyodide } = await import(process.argv[1]); (await loadPyodide()).runPython('1 + 1'); process.exit(0)`;
const ROUNDS = 5;

async function python(): Promise<Row[]> {
  const home = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-bench-python-'));
  const environment = { ...process.env, SKILLDECK_PYTHON: 'embedded' };
  const runner = createRunner({ home, environment, sandbox: 'auto' });
  try {
    let calls = 0;
    const { work } = await runner.workspace('s');
    const script = path.join(work, 'hello.py');
    writeFileSync(script, "import json, os\nprint(json.dumps({'city': 'Oslo'}))\n");
    /** Time from the call to its result, including folders, sandbox, terminal and outputs. */
    const run = async (command: string): Promise<number> => {
      calls += 1;
      const signal = new AbortController().signal;
      const started = performance.now();
      const result = await runner.run({ sessionId: 's', callId: `c${calls}`, command, timeoutSeconds: 300, signal });
      if (!result.output.includes('Oslo')) throw new Error(`The run printed ${result.output}`);
      return performance.now() - started;
    };
    const pyodide = import.meta.resolve('pyodide');
    const bare = (): number => {
      const started = performance.now();
      execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '-e', BARE, pyodide]);
      return performance.now() - started;
    };
    const command = await runner.runWith(script);
    const first = await run(command);
    await warmPython(snapshotMaker(home));
    await run(command);
    const floor: number[] = [];
    const next: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      floor.push(bare());
      next.push(await run(command));
    }
    const row = { floor: 'Pyodide alone in a bare Node', floorMs: median(floor) };
    return [
      { what: 'embedded Python, the first run of a data folder', ours: first, ...row },
      { what: 'embedded Python, the next run, from the snapshot', ours: median(next), ...row },
    ];
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * The system's terminal is most of it: a program writes each line alone there, and the kernel copies it byte by byte.
 * `script`, which reads a terminal in C and keeps nothing, takes some ten times as long as a pipe.
 */
async function flooding(run: (command: string) => Promise<number>): Promise<Row[]> {
  const ways = {
    ours: () => run(FLOOD),
    pipe: () => execFileSync('/bin/sh', ['-c', `${FLOOD} | cat >/dev/null`]),
    script: () => execFileSync('script', ['-qc', FLOOD, '/dev/null'], { stdio: ['ignore', 'ignore', 'inherit'] }),
    alone: () => terminalAlone(() => {}),
    screen: async () => {
      const screen = new xterm.Terminal({ cols: 80, rows: 24, allowProposedApi: true });
      await terminalAlone((text) => screen.write(text));
      await new Promise<void>((resolve) => screen.write('', resolve));
    },
  };
  const none = (): Record<keyof typeof ways, number[]> => ({ ours: [], pipe: [], script: [], alone: [], screen: [] });
  const [times, own] = [none(), none()];
  for (let round = 0; round < FLOODS; round += 1) {
    for (const way of ['ours', 'pipe', 'script', 'alone', 'screen'] as const) {
      const [started, before] = [performance.now(), process.cpuUsage()];
      await ways[way]();
      times[way].push(performance.now() - started);
      const { user, system } = process.cpuUsage(before);
      own[way].push((user + system) / 1_000);
    }
  }
  const what = '100 MB through a terminal, logged with its times';
  // The program and the kernel take the same time in each terminal: this process alone tells them apart.
  const apart = { what: `${what}, CPU of this process`, ours: median(own.ours) };
  const [alone, screen] = ['node-pty, read and thrown away', 'node-pty into @xterm/headless, as VS Code does'];
  return [
    { what, ours: median(times.ours), floor: 'the same into a pipe', floorMs: median(times.pipe), goal: { times: 5 } },
    { what, ours: median(times.ours), floor: 'script(1), read and thrown away', floorMs: median(times.script) },
    { what, ours: median(times.ours), floor: alone, floorMs: median(times.alone) },
    { ...apart, floor: alone, floorMs: median(own.alone) },
    { ...apart, floor: screen, floorMs: median(own.screen), goal: { times: 1 } },
  ];
}

function terminalAlone(take: (text: string) => void): Promise<void> {
  const terminal = spawn('/bin/sh', ['-c', FLOOD], {
    name: 'xterm-256color',
    cols: 80,
    rows: 24,
    cwd: '/',
    env: { PATH: process.env.PATH ?? '' },
  });
  terminal.onData((data) => take(String(data)));
  return new Promise((resolve) => terminal.onExit(() => resolve()));
}

export async function running(): Promise<Row[]> {
  const home = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-bench-runs-'));
  try {
    const runner = createRunner({ home });
    let calls = 0;
    const run = async (command: string): Promise<number> => {
      calls += 1;
      const signal = new AbortController().signal;
      const { ms } = await runner.run({ sessionId: 's', callId: `c${calls}`, command, timeoutSeconds: 300, signal });
      return ms;
    };
    return [...(await python()), ...(await flooding(run))];
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  }
}
