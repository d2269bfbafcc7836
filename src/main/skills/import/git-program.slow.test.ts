/** A private repository: git's own HTTP server behind a password, fetched by the installed git with its credential helper. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findProgram } from '../../lib/processes.ts';
import { from, type Importer, makeImporter, SKILL } from './test-kit/importer.ts';

let kit: Importer;
let server: Server;
let url: string;
const run = (cwd: string, ...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], { cwd, stdio: 'pipe' });

/** `git http-backend` as CGI, for one user. */
function startHost(root: string): Promise<Server> {
  const host = createServer((request, response) => {
    if (request.headers.authorization !== `Basic ${Buffer.from('me:sesame').toString('base64')}`) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
      return;
    }
    const { pathname, search } = new URL(request.url ?? '', 'http://host');
    const cgi = spawn('git', ['http-backend'], {
      env: {
        PATH: process.env.PATH,
        GIT_PROJECT_ROOT: root,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: pathname,
        QUERY_STRING: search.slice(1),
        REQUEST_METHOD: request.method ?? 'GET',
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
        GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
        REMOTE_USER: 'me',
      },
    });
    request.pipe(cgi.stdin);
    const parts: Buffer[] = [];
    cgi.stdout.on('data', (part: Buffer) => parts.push(part));
    cgi.once('close', () => {
      const all = Buffer.concat(parts);
      const end = all.indexOf('\r\n\r\n');
      const headers = all
        .toString('latin1', 0, end)
        .split('\r\n')
        .map((line) => line.split(': ') as [string, string]);
      const status = Number(headers.find(([name]) => name === 'Status')?.[1].slice(0, 3) ?? 200);
      response.writeHead(status, Object.fromEntries(headers.filter(([name]) => name !== 'Status')));
      response.end(all.subarray(end + 4));
    });
  });
  return new Promise((resolve) => host.listen(0, '127.0.0.1', () => resolve(host)));
}

describe.skipIf(findProgram(['git']) === undefined)('the installed git', () => {
  beforeEach(async () => {
    kit = makeImporter();
    mkdirSync(kit.at('work'));
    run(kit.at('work'), 'init', '-q', '-b', 'main');
    kit.write('work/skills/pdf-forms/SKILL.md', SKILL);
    run(kit.at('work'), 'add', '-A');
    run(kit.at('work'), 'commit', '-q', '-m', 'One');
    run(kit.at('work'), 'tag', 'v1');
    kit.write('work/skills/pdf-forms/SKILL.md', SKILL.replace('Body.', 'Second body.'));
    run(kit.at('work'), 'commit', '-q', '-a', '-m', 'Two');
    run(kit.at(), 'clone', '-q', '--bare', 'work', 'private.git');
    server = await startHost(kit.at());
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/private.git`;
    vi.stubEnv('GIT_CONFIG_NOSYSTEM', '1');
    vi.stubEnv('GIT_CONFIG_GLOBAL', kit.at('gitconfig'));
    writeFileSync(kit.at('gitconfig'), '');
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    kit.close();
  });
  const signIn = (password: string) =>
    writeFileSync(
      kit.at('gitconfig'),
      `[credential]\n\thelper = "!f() { echo username=me; echo password=${password}; }; f"\n`,
    );

  it('fetches with its credentials what is not for everybody: a branch, a tag, a folder', async () => {
    signIn('sesame');
    const plan = await kit.imports.inspect(from(url, { path: 'skills' }));
    expect(plan.skills.map(({ id, path: where }) => [id, where])).toEqual([['pdf-forms', 'skills/pdf-forms']]);
    expect(plan.source).toMatchObject({ kind: 'git', commit: expect.stringMatching(/^[0-9a-f]{40}$/) });
    await kit.imports.install(plan.planId);
    const tagged = await kit.imports.inspect(from(url, { ref: 'v1' }));
    expect(tagged.source.ref).toBe('v1');
    expect(tagged.skills[0]?.replaces?.changed[0]?.diff).toContain('-Second body.\n+Body.\n');
  });

  it('says that it could not sign in, and asks nobody', async () => {
    signIn('wrong');
    await expect(kit.imports.inspect(from(url))).rejects.toMatchObject({ reason: 'sign-in' });
    writeFileSync(kit.at('gitconfig'), '');
    await expect(kit.imports.inspect(from(url))).rejects.toMatchObject({ reason: 'sign-in' });
  });

  it('runs nothing that a repository brings, and takes no other transport', async () => {
    signIn('sesame');
    const hook = path.join(kit.at('private.git'), 'hooks', 'post-checkout');
    writeFileSync(hook, `#!/bin/sh\ntouch ${kit.at('ran')}\n`, { mode: 0o755 });
    await expect(kit.imports.inspect(from('ssh://-oProxyCommand=touch/x'))).rejects.toMatchObject({
      code: 'import-refused',
    });
    await expect(kit.imports.inspect(from('ext::sh -c touch% /tmp/x'))).rejects.toMatchObject({ code: 'bad-input' });
    expect(kit.leftovers()).toEqual([]);
  });
});
