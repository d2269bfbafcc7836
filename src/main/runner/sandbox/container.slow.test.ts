import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import type { RunRequest } from '../run-request.ts';
import { createRunner } from '../runner.ts';
import { TEST_CONTAINER } from './test-kit/implementations.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const home = tempFolder();
const limits = { cpuSeconds: 1 };
const runner = createRunner({ home, sandbox: 'container', container: TEST_CONTAINER, limits });
const sandbox = await runner.sandbox();
let calls = 0;
const request = (command: string, more: Partial<RunRequest> = {}): RunRequest => {
  calls += 1;
  const { signal } = new AbortController();
  return { sessionId: 's', callId: `c${calls}`, command, timeoutSeconds: 30, signal, ...more };
};
const containers = (): string =>
  execFileSync('podman', ['ps', '--all', '--format', '{{.Names}}'], { encoding: 'utf8' });

describe.skipIf(sandbox.kind === 'none')(`a run in a container, with podman itself (${sandbox.reason})`, () => {
  it('has the image’s interpreters by name, its folders, separate streams and its exit status', async () => {
    const result = await runner.run(
      request(
        `python3 -c 'print(1)'; uv run /dev/stdin <<< x 2>/dev/null; node -p 2; skilldeck-python -c 'print(3)'
        echo made > "$OUTPUT_DIR/made"; echo no > "$SKILLS_DIR/no"; exit 7`,
        { separateStderr: true },
      ),
    );
    expect(result).toMatchObject({ output: '1\n2\n3\n', exitCode: 7, files: [{ name: 'made', version: 1 }] });
    expect(result.stderr).toContain('Read-only file system');
    expect(
      (await runner.run(request('id -u; ls -A "$HOME"; cat /proc/1/environ | tr "\\0" "\\n" | grep -c KEY='))).output,
    ).toBe(`${process.getuid?.()}\n0\n`);
  });

  it('is a terminal of its size, ends with a stop, and leaves no container', async () => {
    const stop = new AbortController();
    const result = await runner.run(
      request('stty size </dev/tty; trap "echo bye; exit 3" TERM; echo ready; while :; do sleep 0.1; done', {
        signal: stop.signal,
        onData: (text) => {
          if (text.includes('ready')) stop.abort();
        },
      }),
    );
    expect(result).toMatchObject({ stopped: true, timedOut: false });
    // If stopped just as it ends, podman may print an error as the last line.
    expect(result.output).toMatch(/^30 120\nready\n(.*\n)?bye\n(ERRO.*\n)?$/);
    expect(containers()).not.toContain('skilldeck-');
  });

  it('names the limit that ended it', async () => {
    expect(await runner.run(request("python3 -c 'while True: pass'"))).toMatchObject({ limit: 'cpu' });
  });

  it('has the image’s programs, and names a granted one that is missing', async () => {
    const access = { hosts: [], programs: ['sed', 'no-such-program'] };
    const result = await runner.run(request('echo started', { access }));
    expect(result).toMatchObject({
      exitCode: 127,
      output: expect.stringContaining('no-such-program is not in the image'),
    });
    expect(result.output).not.toContain('started');
  });

  // Rules: 002.31
  it('reaches a granted host through the proxy, and nothing else', async () => {
    const web = http.createServer((_, response) => response.end('the answer'));
    await once(web.listen(0, '127.0.0.1'), 'listening');
    const granted = `127.0.0.1:${(web.address() as AddressInfo).port}`;
    const ask = (url: string): string =>
      `python3 -c 'import urllib.request as r, urllib.error as e
try: print(r.urlopen("${url}", timeout=10).read().decode())
except e.HTTPError as error: print(error.code)'`;
    const result = await runner.run(
      request(`${ask(`http://${granted}/`)}; ${ask('http://127.0.0.1:9/')}`, {
        access: { hosts: [granted], programs: [] },
      }),
    );
    web.close();
    expect(result.output).toBe('the answer\n403\n');
    expect(result.notes.at(-1)).toContain('Refused: 127.0.0.1:9.');
  });
});
