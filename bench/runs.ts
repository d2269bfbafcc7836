/** What a run's terminal and the embedded Python cost, each beside what it cannot be quicker than. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createRunner } from '../src/main/runner/run-command.ts';
import { snapshotMaker } from '../src/main/runner/shims.ts';
import { warmPython } from '../src/main/runner/warm-python.ts';
import { compare, median, type Row } from './table.ts';

const FLOOD = "head -c 104857600 /dev/zero | tr '\\0' x | fold -w 79";

export async function running(): Promise<Row[]> {
  const home = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-bench-runs-'));
  try {
    const runner = await createRunner({ home, environment: { ...process.env, SKILLDECK_PYTHON: 'embedded' } });
    let calls = 0;
    const run = async (command: string): Promise<number> => {
      calls += 1;
      const signal = new AbortController().signal;
      const { ms } = await runner.run({ sessionId: 's', callId: `c${calls}`, command, timeoutSeconds: 300, signal });
      return ms;
    };
    const { work } = await runner.workspace('s');
    const script = path.join(work, 'hello.py');
    writeFileSync(script, "import json, os\nprint(json.dumps({'city': 'Oslo'}))\n");
    const first = await run(runner.runWith(script));
    // It waits for nobody, and nobody else is here.
    const awake = setInterval(() => {}, 1000);
    await warmPython(snapshotMaker(home));
    clearInterval(awake);
    const later: number[] = [];
    for (let round = 0; round < 5; round += 1) later.push(await run(runner.runWith(script)));
    return [
      {
        what: 'embedded Python, from its second run on',
        ours: median(later),
        floor: 'its first run',
        floorMs: first,
      },
      await compare(
        '100 MB through a terminal, logged with its times',
        () => run(FLOOD),
        'the same into a pipe',
        () => execFileSync('/bin/sh', ['-c', `${FLOOD} | cat >/dev/null`]),
        3,
      ),
    ];
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  }
}
