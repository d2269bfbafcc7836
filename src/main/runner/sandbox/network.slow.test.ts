import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import type { RunRequest, RunResult } from '../run-request.ts';
import { createRunner } from '../runner.ts';
import { openNetworkProxy } from './network-proxy.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const home = tempFolder();
const seen: string[] = [];
const web = http.createServer((request, response) => {
  seen.push(`${request.method} ${request.headers.host} ${request.url}`);
  if (request.method === 'GET') request.resume().once('end', () => response.end('the answer'));
  else request.pipe(response);
});
let raw = 0;
const other = createServer((socket) => {
  raw += 1;
  socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nsecret');
});
for (const server of [web, other]) await once(server.listen(0, '127.0.0.1'), 'listening');
const [port, otherPort] = [web, other].map((server) => (server.address() as AddressInfo).port);
const granted = `127.0.0.1:${port}`;
afterAll(() => {
  web.close();
  other.close();
});

const runner = createRunner({ home, sandbox: 'auto' });
const sandbox = await runner.sandbox();
let calls = 0;
const run = (command: string, more: Partial<RunRequest> = {}): Promise<RunResult> => {
  calls += 1;
  const { signal } = new AbortController();
  return runner.run({ sessionId: 's', callId: `c${calls}`, command, timeoutSeconds: 30, signal, ...more });
};
const reaching = { access: { hosts: [granted], programs: [] } };
/** Python's and Node's own clients, configured only by their environment. */
const python = (url: string): string =>
  `python3 -c 'import urllib.request as r, urllib.error as e
try: print(r.urlopen("${url}", timeout=10).read().decode())
except e.HTTPError as error: print(error.code, error.read().decode())'`;
const fetched = (url: string): string =>
  `node -e 'fetch("${url}").then(async (r) => console.log(r.status, await r.text()), (e) => { console.log("failed", e.cause?.message ?? e.message); process.exit(1); })'`;

describe.skipIf(sandbox.kind !== 'bubblewrap')(`a confined run that was granted a host (${sandbox.kind})`, () => {
  it('reaches it by HTTP and through CONNECT, and forwards its body', async () => {
    expect((await run(python(`http://${granted}/a?b`), reaching)).output).toBe('the answer\n');
    const tunnel = `python3 -c '
import http.client as h
c = h.HTTPConnection("127.0.0.1", 3128, timeout=10)
c.set_tunnel("127.0.0.1", ${port})
c.request("POST", "/tunnel", body="x" * 300000)
print(len(c.getresponse().read()))'`;
    expect((await run(tunnel, reaching)).output).toBe('300000\n');
    expect(seen).toEqual([`GET ${granted} /a?b`, `POST ${granted} /tunnel`]);
  });

  it('reaches no other port or host, and tells it and the reader of the result why', async () => {
    const result = await run(
      `${python(`http://127.0.0.1:${otherPort}/`)}; ${fetched('http://metadata.internal/')}`,
      reaching,
    );
    expect(result).toMatchObject({ exitCode: 1, output: expect.stringMatching(/^403 Skilldeck: .*\nfailed /s) });
    expect(result.output).toContain(`may not reach 127.0.0.1:${otherPort}: it was granted ${granted} only`);
    expect(result.notes.at(-1)).toBe(
      `This run was confined: its network reaches ${granted}, and nothing else. Refused: 127.0.0.1:${otherPort}, metadata.internal:80.`,
    );
    expect(raw).toBe(0);
  });

  it('cannot bypass the proxy, nor use it for a host other than the named one', async () => {
    const before = seen.length;
    const around = `python3 -c '
import socket, os
def tries(name, work):
    try: print(name, work())
    except OSError as error: print(name, "refused")
tries("direct", lambda: socket.create_connection(("127.0.0.1", ${port}), 2))
tries("dns", lambda: socket.getaddrinfo("example.com", 80))
tries("listen", lambda: os.listdir("/run"))
def other_host():
    s = socket.create_connection(("127.0.0.1", 3128), 5)
    s.sendall(b"GET http://${granted}/x HTTP/1.1\\r\\nHost: 127.0.0.1:${otherPort}\\r\\nConnection: close\\r\\n\\r\\n")
    return s.makefile("rb").read().split(b" ")[1]
tries("other host in the header", other_host)
def direct_form():
    s = socket.create_connection(("127.0.0.1", 3128), 5)
    s.sendall(b"GET / HTTP/1.1\\r\\nHost: ${granted}\\r\\nConnection: close\\r\\n\\r\\n")
    return s.makefile("rb").read().split(b" ")[1]
tries("no address", direct_form)'`;
    const { output } = await run(around, reaching);
    expect(output.trim().split('\n')).toEqual([
      'direct refused',
      'dns refused',
      "listen ['skilldeck-proxy']",
      "other host in the header b'200'",
      "no address b'400'",
    ]);
    expect(seen.slice(before)).toEqual([`GET ${granted} /x`]);
    expect(raw).toBe(0);
  });

  it('keeps its terminal, and has no proxy without a grant', async () => {
    expect((await run('test -t 1 && tty -s </dev/tty && echo terminal', reaching)).output).toBe('terminal\n');
    expect((await run('echo "[$HTTP_PROXY]"; ls /run', {})).output).toMatch(/^\[\]\n/);
  });

  it('sees a granted program outside the system, and only that one', async () => {
    const bin = path.join(home, 'elsewhere');
    mkdirSync(bin);
    for (const name of ['granted-tool', 'other-tool']) {
      writeFileSync(path.join(bin, name), `#!/bin/sh\necho ${name} runs\n`);
      chmodSync(path.join(bin, name), 0o755);
    }
    const environment = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
    const tools = createRunner({ home, environment, sandbox: 'required' });
    const request = { sessionId: 's', timeoutSeconds: 30, signal: new AbortController().signal };
    const result = await tools.run({
      ...request,
      callId: 'tool',
      access: { hosts: [], programs: ['granted-tool', '../other-tool'] },
      command: 'granted-tool; other-tool; echo x > "$(command -v granted-tool)"',
    });
    expect(result.output).toMatch(/^granted-tool runs\n.*other-tool: command not found\n.*Read-only file system/);
  });
});

it('refuses a granted name that resolves to this machine, and closes connections at the end of the run', async () => {
  const proxy = await openNetworkProxy(['localhost.localdomain', 'ip6-localhost', granted]);
  const ask = (path: string): Promise<string> =>
    new Promise((resolve, reject) => {
      http
        .get({ socketPath: proxy.socket, path, agent: false }, async (response) => {
          let text = '';
          for await (const part of response) text += String(part);
          resolve(`${response.statusCode} ${text}`);
        })
        .once('error', reject);
    });
  expect(await ask(`http://${granted}/`)).toBe('200 the answer');
  const named = await ask('http://ip6-localhost/');
  expect(named).toMatch(/^(403 .*leads to .* which is of this machine|502 .*could not be looked up)/);
  const hanging = http.request({ socketPath: proxy.socket, method: 'CONNECT', path: granted, agent: false }).end();
  const [, socket] = await once(hanging, 'connect');
  const cut = once(socket, 'close');
  socket.on('error', () => {});
  await proxy.close();
  await cut;
});

it('forwards a body unchanged for any method, and never as a second request', async () => {
  const before = seen.length;
  const proxy = await openNetworkProxy([granted]);
  const smuggled = `GET /smuggled HTTP/1.1\r\nHost: 127.0.0.1:${otherPort}\r\n\r\n`;
  const asked = http.request({
    socketPath: proxy.socket,
    path: `http://${granted}/plain`,
    method: 'GET',
    agent: false,
    headers: { 'transfer-encoding': 'chunked' },
  });
  asked.end(smuggled);
  const [response] = await once(asked, 'response');
  for await (const _part of response);
  await proxy.close();
  expect(seen.slice(before)).toEqual([`GET ${granted} /plain`]);
});
