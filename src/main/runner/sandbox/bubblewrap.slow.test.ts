import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import { RUN_MARKER } from '../process.ts';
import type { RunRequest } from '../run-request.ts';
import { createRunner } from '../runner.ts';
import { startPty } from '../terminal/pty.ts';

// Real processes on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const home = tempFolder();
const runner = createRunner({ home, sandbox: 'auto' });
const sandbox = await runner.sandbox();

let calls = 0;
function request(command: string, more: Partial<RunRequest> = {}): RunRequest {
  calls += 1;
  const { signal } = new AbortController();
  return { sessionId: 's', callId: `c${calls}`, command, timeoutSeconds: 30, signal, ...more };
}

describe.skipIf(sandbox.kind === 'none')(`a run in bubblewrap (${sandbox.reason})`, () => {
  it('has a terminal: its size, its keys, /dev/tty and typed input', async () => {
    let text = '';
    const marker = `test-${process.pid}`;
    const shown = async (what: string): Promise<void> => vi.waitFor(() => expect(text).toContain(what), 30_000);
    const script = `trap 'echo interrupted' INT; echo ready $(stty size) >/dev/tty
      until read -r -t 0.2 line; do :; done; echo "read $line"`;
    const program = { file: '/bin/bash', args: ['-c', script], cwd: home };
    const pty = startPty({
      ...(await sandbox.wrap(
        { ...program, env: { PATH: `:${process.env.PATH ?? ''}`, [RUN_MARKER]: marker } },
        { readable: [home], writable: [] },
      )),
      marker,
      columns: 97,
      rows: 31,
      timeoutMs: 30_000,
      signal: new AbortController().signal,
      onBytes: (bytes) => {
        text += bytes.toString('utf8');
      },
    });
    await shown('ready 31 97');
    pty.write('\u0003');
    await shown('interrupted');
    pty.write('北京\r');
    await shown('read 北京');
    expect(await pty.done).toMatchObject({ exitCode: 0, timedOut: false, stopped: false });
  });

  it('is asked to stop before it is killed, and its final output is the last', async () => {
    const stop = new AbortController();
    const result = await runner.run(
      request(
        `trap 'echo tidied > "$OUTPUT_DIR/tidied"; echo bye; exit 3' TERM; echo ready; while :; do sleep 0.1; done`,
        {
          signal: stop.signal,
          onData: (text) => {
            if (text.includes('ready')) stop.abort();
          },
        },
      ),
    );
    expect(result).toMatchObject({ stopped: true, exitCode: 3, files: [{ name: 'tidied' }] });
    // The shell may report in between that its child was terminated.
    expect(result.output).toMatch(/^ready\n(Terminated\n)?bye\n$/);
    expect(await runner.run(request('kill -KILL $$'))).toMatchObject({ exitCode: 137, stopped: false });
  });

  it('writes to its own folders, and to temporary ones only in a preview', async () => {
    const tries =
      'for d in "$WORKSPACE_DIR" "$SKILLS_DIR" "$WORK_DIR" "$OUTPUT_DIR" "$RUN_DIR" "$HOME" /tmp; do touch "$d/x" 2>/dev/null && echo yes || echo no; done';
    expect((await runner.run(request(tries))).output.trim().split('\n')).toEqual(['no', 'no', ...Array(5).fill('yes')]);
    const preview = await runner.run(request(tries, { preview: true }));
    expect(preview.output.trim().split('\n')).toEqual(['no', 'no', 'no', ...Array(4).fill('yes')]);
    expect(readdirSync(path.join(home, 'sandbox'))).toEqual(['seccomp.bpf']);
    expect(readdirSync(path.join(home, 'workspaces/s/work'))).toEqual(['inputs', 'out', 'x']);
  });

  it('reads and writes what it is granted, while the data folder stays hidden', async () => {
    const given = path.join(home, 'given');
    mkdirSync(path.join(given, 'write'), { recursive: true });
    writeFileSync(path.join(given, 'read.txt'), 'read me');
    writeFileSync(path.join(home, 'keys.json'), 'a key');
    const more = { readable: [path.dirname(home), given], writable: [path.join(given, 'write')] };
    const command = `cat ${given}/read.txt; touch ${given}/x; touch ${given}/write/x && echo written; cat ${home}/keys.json`;
    const result = await runner.run(request(command, more));
    expect(result.output).toMatch(/^read metouch: .*Read-only file system\nwritten\ncat: .*keys\.json: No such file/);
    expect(result.notes.at(-1)).toMatch(/^This run was confined: it can write to \$WORK_DIR/);
    await expect(runner.run(request('true', { readable: ['/'] }))).rejects.toThrow('The whole disk');
  });

  it('reports that it has no network', async () => {
    const code = 'require("dns").lookup("example.com", (error) => { console.error(String(error)); process.exit(1); })';
    const result = await runner.run(request(`node -e '${code}'`));
    expect(result.exitCode).toBe(1);
    expect(result.notes.at(-1)).toBe('This run was confined: it has no network.');
  });

  it('runs without confinement when bubblewrap fails, says why, and refuses if it is required', async () => {
    const bin = path.join(home, 'bin');
    mkdirSync(bin);
    writeFileSync(
      path.join(bin, 'bwrap'),
      '#!/bin/sh\necho "bwrap: No permissions to create new namespace" >&2; exit 1\n',
    );
    chmodSync(path.join(bin, 'bwrap'), 0o755);
    const environment = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
    const auto = createRunner({ home, environment, sandbox: 'auto' });
    expect(await auto.sandbox()).toMatchObject({
      kind: 'none',
      reason: 'bubblewrap does not start here: bwrap: No permissions to create new namespace',
    });
    expect((await auto.run(request('echo runs'))).output).toBe('runs\n');
    const required = createRunner({ home, environment, sandbox: 'required' });
    await expect(required.run(request('echo runs'))).rejects.toThrow('"sandbox": "required", and there is none');
  });

  it('keeps records that cannot be read as they are, and names them to the script', async () => {
    const skill = {
      id: 'stay',
      dir: home,
      data: 'home' as const,
      records: { folder: 'stays', kind: 'hotel-confirmation' },
    };
    const stays = path.join(home, 'data/stay/stays');
    mkdirSync(stays, { recursive: true });
    const whole = (key: string, version = 1) =>
      JSON.stringify({ kind: 'hotel-confirmation', version, key, title: 'Vienna', period: { from: '2099-05-01' } });
    const unread = { 'ST1.json': '\0'.repeat(40), 'ST2.json': whole('ST9'), 'ST3.json': '{"version":2,"stay":{}}' };
    for (const [name, text] of Object.entries({ ...unread, 'ST4.json': whole('ST4') }))
      writeFileSync(path.join(stays, name), text);
    symlinkSync(path.join(stays, 'ST4.json'), path.join(stays, 'ST5.json'));
    const command = [
      'cd "$SKILL_DATA_DIR/stays"; echo "$SKILL_UNREAD_RECORDS"',
      'for key in 1 2 3 4; do echo "{}" > new; rm ST$key.json; mv -f new ST$key.json; echo "{}" > ST$key.json; done 2>/dev/null',
      'echo "{}" > ST6.json',
    ].join('\n');
    const { output } = await runner.run(request(command, { skill }));
    expect(output.trim().split('\n')).toEqual(
      ['ST1.json', 'ST2.json', 'ST3.json', 'ST5.json'].map((name) => path.join(stays, name)),
    );
    const now = Object.fromEntries(
      readdirSync(stays).map((name) => [name, readFileSync(path.join(stays, name), 'utf8')]),
    );
    expect(now).toEqual({ ...unread, 'ST4.json': '{}\n', 'ST5.json': '{}\n', 'ST6.json': '{}\n' });
    expect(
      (await runner.run(request('echo "$SKILL_UNREAD_RECORDS"', { skill, env: { SKILL_UNREAD_RECORDS: '' } }))).output,
    ).toContain('ST1.json');
  });
});

it('builds a filter for the known machines', async () => {
  const { seccompFilter } = await import('./seccomp.ts');
  expect(seccompFilter('s390x' as NodeJS.Architecture)).toBe(undefined);
  for (const arch of ['x64', 'arm64'] as const) {
    const filter = seccompFilter(arch) ?? Buffer.alloc(0);
    const last = filter.length / 8 - 1;
    // Every jump lands inside the program, and the program ends in an answer: the kernel takes no other.
    for (let index = 0; index <= last; index += 1) {
      const code = filter.readUInt16LE(index * 8);
      if ((code & 7) === 5) {
        expect(index + 1 + Math.max(filter[index * 8 + 2] ?? 0, filter[index * 8 + 3] ?? 0)).toBeLessThanOrEqual(last);
      }
    }
    expect(filter.readUInt16LE(last * 8)).toBe(6);
  }
});
