import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it, vi } from 'vitest';
import { tempFolder } from '../lib/test-kit/temp-folder.ts';
import type { RunRequest } from './run-request.ts';
import { createRunner, type Runner } from './runner.ts';

// Real processes on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const home = tempFolder();
let runner: Runner;
beforeAll(async () => {
  runner = createRunner({
    home,
    environment: {
      ...process.env,
      OPENAI_API_KEY: 'sk-secret',
      GITHUB_TOKEN: 'secret',
      HTTPS_PROXY: 'http://u:secret@p',
    },
  });
});

let calls = 0;
function run(command: string, more: Partial<RunRequest> = {}) {
  calls += 1;
  return runner.run({
    sessionId: 's1',
    callId: `call_${calls}`,
    command,
    timeoutSeconds: 60,
    signal: new AbortController().signal,
    ...more,
  });
}
const callId = (): string => `call_${calls}`;

// Rules: 002.16, 002.26, 002.31, 004.9
it('gives a run its workspace and no host secrets', async () => {
  const result = await run('pwd; env; cat; ls -1 "$WORKSPACE_DIR"', {
    env: { CITY: '北京', PATH: '/evil' },
    callId: '../../x y',
  });
  const root = path.join(home, 'workspaces', 's1');
  expect(runner.workspacePath('s1')).toBe(root);
  expect(result).toMatchObject({
    exitCode: 0,
    timedOut: false,
    stopped: false,
    truncated: false,
    cwd: path.join(root, 'work'),
    interpreter: 'bash',
  });
  const environment = Object.fromEntries(result.output.split('\n').map((line) => line.split(/=(.*)/s).slice(0, 2)));
  expect(environment).toMatchObject({
    WORKSPACE_DIR: root,
    SKILLS_DIR: `${root}/skills`,
    WORK_DIR: `${root}/work`,
    OUTPUT_DIR: `${root}/out`,
    CITY: '北京',
    RUN_DIR: expect.stringMatching(/\/runs\/call-[0-9a-f]{32}$/),
  });
  expect(environment.PATH?.startsWith(`${home}/shims:/`)).toBe(true);
  expect(environment.SKILL_DATA_DIR).toBe(undefined);
  expect(result.output).not.toContain('secret');
  expect(result.output).toMatch(/\nout\nruns\nskills\nwork\n$/);
  expect(readdirSync(path.join(home, 'workspaces'))).toEqual(['s1']);
});

it('writes the bytes to the disk before it publishes them', async () => {
  const seen: boolean[] = [];
  let published = '';
  // Each line is printed once the one before has been published.
  const lines = String.raw`for i in 1 2 3; do printf '\033[31m票 %s\033[0m\r\n' $i; until [ -e seen-$i ]; do sleep 0.01; done; done`;
  const result = await run(lines, {
    onData: (text) => {
      published += text;
      seen.push(
        readFileSync(path.join(home, 'workspaces/s1/.records', callId(), 'terminal.log'), 'utf8').startsWith(published),
      );
      for (const [, line] of published.matchAll(/票 (\d)/g))
        writeFileSync(path.join(home, 'workspaces/s1/work', `seen-${line}`), '');
    },
  });
  expect(seen.length).toBeGreaterThan(2);
  expect(seen).not.toContain(false);
  expect(published).toContain('\u001b[31m票 1');
  expect(await runner.readTerminal('s1', callId())).toBe(published);
  expect(await runner.readTerminal('s1', 'never')).toBe('');
  expect(result.output).toBe('票 1\n票 2\n票 3\n');
});

// Rules: 001.24
it('keeps head and tail of 20 MB in bounded memory, and the whole on disk', { timeout: 60_000 }, async () => {
  const before = process.memoryUsage().rss;
  let peak = before;
  const result = await run("echo first; head -c 20000000 /dev/zero | tr '\\0' x; echo; echo last", {
    onData: () => {
      peak = Math.max(peak, process.memoryUsage().rss);
    },
  });
  expect(peak - before).toBeLessThan(150 * 1024 * 1024);
  expect(result.truncated).toBe(true);
  expect(Buffer.byteLength(result.output)).toBeLessThan(17 * 1024);
  expect(result.output).toMatch(
    /^first\nx+\n\[… \d+ of 20000012 bytes left out here; the whole is artifact terminal\/call_\d+\.txt and in \/.*output\.txt …\]\nx+\nlast\n$/,
  );
  expect(readFileSync(path.join(home, 'workspaces/s1/.records', callId(), 'terminal.log')).length).toBeGreaterThan(
    20_000_000,
  );
});

it('keeps new and changed files of out/ as artifacts, by content and version', async () => {
  const first = await run(
    'mkdir -p "$OUTPUT_DIR/a"; printf BEGIN:VCALENDAR > "$OUTPUT_DIR/trip.ics"; printf 一 > "$OUTPUT_DIR/a/b"; ln -s /etc/passwd "$OUTPUT_DIR/leak"; mkfifo "$OUTPUT_DIR/pipe"',
    { sessionId: 's2' },
  );
  expect(first.files).toEqual([
    { name: 'a/b', mime: 'text/plain', bytes: 3, sha256: expect.any(String), version: 1 },
    { name: 'trip.ics', mime: 'text/calendar', bytes: 15, sha256: expect.any(String), version: 1 },
  ]);
  expect(first.notes).toEqual([expect.stringContaining('out/leak is a link that leads outside')]);
  const known = first.files.flatMap(({ name, version = 0, sha256 = '' }) => [{ name, version, sha256 }]);
  const second = await run(
    'rm "$OUTPUT_DIR/leak"; printf 二 > "$OUTPUT_DIR/a/b"; touch "$OUTPUT_DIR/trip.ics"; head -c 5000000 /dev/zero > "$OUTPUT_DIR/big.bin"',
    { sessionId: 's2', artifacts: known },
  );
  expect(second.files).toEqual([
    expect.objectContaining({ name: 'a/b', version: 2 }),
    { name: 'big.bin', mime: 'application/octet-stream', bytes: 5_000_000 },
  ]);
  expect(second.notes).toEqual([expect.stringContaining('out/big.bin has 4.8 MiB, over the limit of 4 MiB')]);
  expect((await runner.artifacts.read(first.files[0]?.sha256 ?? ''))?.toString()).toBe('一');
  expect(await runner.artifacts.read('../../etc/passwd')).toBe(undefined);
});

it('reads the card of this run only', async () => {
  expect((await run(`echo '{"kind":"x"}' > "$RUN_DIR/card.json"`, { callId: 'same' })).card).toEqual({ kind: 'x' });
  expect(await run('true', { callId: 'same' })).not.toHaveProperty('card');
  const bad = await run('echo "{" > "$RUN_DIR/card.json"');
  expect(bad).not.toHaveProperty('card');
  expect(bad.notes).toEqual([expect.stringContaining('card.json could not be read')]);
  expect((await run('ln -s /etc/hostname "$RUN_DIR/card.json"')).card).toBe(undefined);
});

it('leaves nothing behind after a preview: not in out/, not in runs/, not in the skill’s own store', async () => {
  const skill = { id: 'book', dir: home, data: 'home' as const };
  await run('echo one > "$SKILL_DATA_DIR/bookings"', { skill });
  const runs = readdirSync(path.join(home, 'workspaces/s1/runs'));
  const preview = await run(
    'cat "$SKILL_DATA_DIR/bookings"; echo two > "$SKILL_DATA_DIR/bookings"; echo 1 > "$RUN_DIR/card.json"; touch "$OUTPUT_DIR/x"; echo $SKILL_NAME',
    { skill, preview: true },
  );
  expect(preview).toMatchObject({ exitCode: 0, output: 'one\nbook\n', card: 1, files: [] });
  expect(readFileSync(path.join(home, 'data/book/bookings'), 'utf8')).toBe('one\n');
  expect(readdirSync(path.join(home, 'workspaces/s1/runs'))).toEqual(runs);
  expect(existsSync(path.join(home, 'workspaces/s1/out/x'))).toBe(false);
});

// Rules: 000.7
it('runs a script with exactly the command shown', async () => {
  const workspace = await runner.workspace('s3');
  const script = path.join(workspace.work, "it's a.py");
  writeFileSync(script, 'import sys; print(sys.argv[1:]); sys.exit(4)');
  expect(await run(`${await runner.runWith(script)} 'a b' c`, { sessionId: 's3' })).toMatchObject({
    output: "['a b', 'c']\n",
    exitCode: 4,
  });
});

it('refuses an invalid session folder name, a missing folder and a redirected workspace', async () => {
  await expect(run('true', { sessionId: '../s1' })).rejects.toThrow("isn't the ID of a conversation");
  await expect(run('true', { cwd: path.join(home, 'nowhere') })).rejects.toThrow('There is no folder');
  await run('mkdir -p "$WORK_DIR/in"; ln -s in "$WORK_DIR/inner"; ln -s /tmp "$WORK_DIR/away"');
  for (const name of ['away', 'inner']) {
    const cwd = path.join(home, 'workspaces/s1/work', name);
    await expect(run('true', { cwd })).rejects.toThrow('leads elsewhere now, through a link');
  }
  await run('rmdir "$OUTPUT_DIR" && ln -s /tmp "$OUTPUT_DIR"', { sessionId: 's4' });
  expect(() => symlinkSync('/tmp', path.join(home, 'workspaces/s4/out'))).toThrow();
  await expect(run('true', { sessionId: 's4' })).rejects.toThrow('has become a link');
});
