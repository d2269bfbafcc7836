/** Publishing into a bare Git repository: commits, tags, what is refused, taking back, and being killed in the middle. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findProgram } from '../../../main/lib/processes.ts';
import { runToItsEnd } from '../../../main/lib/test-kit/killed-program.ts';
import { tempFolder } from '../../../main/lib/test-kit/temp-folder.ts';
import { type Client, openApp, skillText } from './test-kit/client.ts';

/** Publications that are killed: some for every run of the suite, 100 for the whole proof. */
const KILLS = Math.ceil(Number(process.env.SKILLDECK_KILLS ?? 6) / 2);
/** Each is a program that starts git a dozen times. */
vi.setConfig({ testTimeout: 600_000 + KILLS * 30_000 });
const KILLED = path.join(import.meta.dirname, 'test-kit', 'killed-publish-main.ts');

let dir: string;
let client: Client;
let close: () => Promise<void>;
const bare = () => path.join(dir, 'team.git');
const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
    cwd: bare(),
    encoding: 'utf8',
  });
const installed = (...parts: readonly string[]) => path.join(dir, 'home/environments/default/skills', ...parts);
const subjects = () => git('log', '--format=%s', 'main').trim().split('\n');
const inGit = (file: string) => git('show', `main:${file}`);
function write(body: string): void {
  mkdirSync(installed('mine/scripts'), { recursive: true });
  writeFileSync(installed('mine/SKILL.md'), skillText('mine', body));
  writeFileSync(installed('mine/scripts/go.sh'), '#!/bin/sh\necho go\n', { mode: 0o755 });
}
const publish = (version: string, notes = '') =>
  client.repositories.publish({ name: 'team', id: 'mine', version, notes });

describe.skipIf(findProgram(['git']) === undefined)('publishing into Git', () => {
  beforeEach(async () => {
    dir = tempFolder();
    writeFileSync(path.join(dir, 'gitconfig'), '[user]\n\tname = Ann\n\temail = ann@example.com\n');
    vi.stubEnv('GIT_CONFIG_NOSYSTEM', '1');
    vi.stubEnv('GIT_CONFIG_GLOBAL', path.join(dir, 'gitconfig'));
    const work = path.join(dir, 'work');
    mkdirSync(path.join(work, 'skills/other'), { recursive: true });
    writeFileSync(path.join(work, 'skills/other/SKILL.md'), skillText('other', 'Other.'));
    writeFileSync(path.join(work, 'README.md'), 'Team.\n');
    const run = (...args: readonly string[]) =>
      execFileSync('git', ['-C', work, '-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
        stdio: 'pipe',
      });
    run('init', '-q', '-b', 'main');
    run('add', '-A');
    run('commit', '-qm', 'First');
    execFileSync('git', ['clone', '-q', '--bare', work, bare()], { stdio: 'pipe' });
    ({ client, close } = await openApp(path.join(dir, 'home')));
    await client.repositories.add({ name: 'team', address: `file://${bare()}` });
    write('One.');
  });
  afterEach(async () => {
    await close();
    vi.unstubAllEnvs();
  });

  it('commits a version beside the other skills, with its notes and modes, and never twice', async () => {
    expect((await client.repositories.versions({ name: 'team', id: 'mine' })).versions).toEqual([]);
    await publish('1.0.0', 'The first. 第一版。');
    expect(subjects()).toEqual(['Publish mine 1.0.0', 'First']);
    expect([inGit('skills/mine/SKILL.md'), inGit('README.md')]).toEqual([skillText('mine', 'One.'), 'Team.\n']);
    expect(git('ls-tree', 'main', 'skills/mine/scripts/go.sh')).toMatch(/^100755/);
    await expect(publish('1.0.0')).rejects.toThrow('mine@1.0.0 already');
    await expect(publish('1.0.1')).rejects.toThrow('Nothing would change');
    write('Two.');
    rmSync(installed('mine/scripts'), { recursive: true });
    await publish('1.1.0');
    expect(git('ls-tree', '-r', '--name-only', 'main', 'skills/mine').trim()).toBe('skills/mine/SKILL.md');
    expect((await client.repositories.versions({ name: 'team', id: 'mine' })).versions).toMatchObject([
      { version: '1.1.0', notes: '', by: 'Ann' },
      { version: '1.0.0', notes: 'The first. 第一版。', by: 'Ann' },
    ]);
  });

  it('says what git needs from somebody who never committed', async () => {
    writeFileSync(path.join(dir, 'gitconfig'), '[user]\n\tuseConfigOnly = true\n');
    await expect(publish('1.0.0')).rejects.toThrow("git doesn't know your name. Set it: git config --global user.name");
    expect(subjects()).toEqual(['First']);
  });

  it('takes a version back by a commit, and not one that was changed since', async () => {
    await publish('1.0.0');
    write('Two.');
    await publish('1.1.0');
    await expect(client.repositories.unpublish({ name: 'team', id: 'mine', version: '1.0.0' })).rejects.toThrow(
      'was changed after mine@1.0.0',
    );
    await client.repositories.unpublish({ name: 'team', id: 'mine', version: '1.1.0' });
    expect(inGit('skills/mine/SKILL.md')).toContain('One.');
    await client.repositories.unpublish({ name: 'team', id: 'mine', version: '1.0.0' });
    expect(git('ls-tree', '-r', '--name-only', 'main').trim().split('\n')).toEqual([
      'README.md',
      'skills/other/SKILL.md',
    ]);
    expect(subjects().slice(0, 2)).toEqual(['Revert "Publish mine 1.0.0"', 'Revert "Publish mine 1.1.0"']);
    expect(git('tag').trim()).toBe('');
    await expect(client.repositories.unpublish({ name: 'team', id: 'mine', version: '9.9.9' })).rejects.toThrow(
      'There is no version mine@9.9.9',
    );
  });

  it(`leaves nothing half and nothing twice after ${KILLS} publications that were killed`, async () => {
    await close();
    for (let index = 0; index < KILLS; index += 1) {
      write(`Version ${index}.`);
      const child = runToItsEnd(KILLED, [path.join(dir, 'home'), `1.${index}.0`, String(index % 12)]);
      expect(child.signal === 'SIGKILL' || child.status === 0, child.stderr).toBe(true);
      // A commit has its tag, and a tag its commit. A push that was begun continues without the program that began it.
      await vi.waitFor(
        () => {
          const published = subjects().filter((one) => one.startsWith('Publish'));
          expect(git('tag').split('\n').filter(Boolean)).toHaveLength(published.length);
        },
        { timeout: 60_000, interval: 100 },
      );
      git('fsck', '--strict');
    }
    ({ client, close } = await openApp(path.join(dir, 'home')));
    write('The last.');
    await publish('2.0.0');
    expect(inGit('skills/mine/SKILL.md')).toContain('The last.');
    expect(new Set(subjects()).size).toBe(subjects().length);
    expect(readFileSync(installed('mine/SKILL.md'), 'utf8')).toContain('The last.');
  });
});
