/** A folder lent for writing: what a script leaves there runs nothing outside the sandbox. */
import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import { createRunner } from '../runner.ts';
import { GIT_PARTS, RESERVED } from './protected.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const home = path.join(tempFolder(), 'home');
const runner = createRunner({ home, sandbox: 'auto' });
const hasBubblewrap = (await runner.sandbox()).kind === 'bubblewrap';

describe.runIf(hasBubblewrap)('a lent folder', () => {
  let folder: string;
  let calls = 0;
  beforeEach(() => {
    folder = path.join(tempFolder(), 'project');
    mkdirSync(folder);
  });
  const run = (command: string, programs: string[] = []) => {
    calls += 1;
    return runner.run({
      sessionId: 's',
      callId: `call_${calls}`,
      command: `cd '${folder}'\n${command}`,
      timeoutSeconds: 50,
      signal: new AbortController().signal,
      writable: [folder],
      access: { hosts: [], programs },
    });
  };
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { encoding: 'utf8' });
  const inside = (): string[] => readdirSync(folder).toSorted();
  const trap = (): { config: string; ran: () => boolean } => {
    const mark = path.join(path.dirname(folder), 'ran');
    return { config: `[core]\\n\\tfsmonitor = "touch ${mark}; false"\\n`, ran: () => existsSync(mark) };
  };

  it('has no other settings for its repository, granted git or not', async () => {
    const { config, ran } = trap();
    git('init', '-q');
    git('commit', '-q', '--allow-empty', '-m', 'x');
    const before = readdirSync(path.join(folder, '.git')).toSorted();
    const attack = `mkdir -p c/objects c/refs/heads; cp -r .git/objects/. c/objects/; printf '${config}' > c/config
      echo ../c > .git/commondir; printf '${config}' > .git/config.worktree; printf '${config}' >> .git/config
      for d in hooks info modules worktrees remotes; do mkdir -p .git/$d; printf '#!/bin/sh\\nfalse' > .git/$d/x; done
      mv .git other; ln -sfnT c .git; echo tried`;
    for (const programs of [[], ['git']]) {
      expect((await run(attack, programs)).output).toContain('tried');
      git('status');
      expect([programs, ran(), readdirSync(path.join(folder, '.git')).toSorted()]).toEqual([programs, false, before]);
    }
  });

  it('gets no hooks where its settings look for some, there or not, by any way', async () => {
    const mark = path.join(path.dirname(folder), 'ran');
    const hook = (dir: string) =>
      `mkdir -p ${dir}; printf '#!/bin/sh\\ntouch ${mark}\\n' > ${dir}/pre-commit; chmod +x ${dir}/pre-commit`;
    git('init', '-q');
    git('config', 'core.hooksPath', 'tools/hooks');
    const tries = [
      hook('tools/hooks'),
      `rm -rf tools evil; ${hook('evil/hooks')}; ln -s evil tools`,
      `rm -rf tools evil; ${hook('evil')}; mkdir tools; ln -s ../evil tools/hooks`,
    ];
    for (const attack of tries) {
      const { notes } = await run(`${attack}; echo end`, ['git']);
      expect([attack, notes.filter((note) => note.startsWith('Moved')).length]).toEqual([attack, 1]);
      git('commit', '-q', '--allow-empty', '-m', 'x');
    }
    rmSync(path.join(folder, 'tools'), { recursive: true, force: true });
    mkdirSync(path.join(folder, 'real'));
    mkdirSync(path.join(folder, 'tools'));
    symlinkSync('../real', path.join(folder, 'tools/hooks'));
    await run(`${hook('real')}; rm tools/hooks; ${hook('tools/hooks')}; mv tools x; true`, ['git']);
    git('commit', '-q', '--allow-empty', '-m', 'x');
    expect([existsSync(mark), readdirSync(path.join(folder, 'real'))]).toEqual([false, []]);
  });

  it('gets no hooks where a file that git reads beside them looks for some, however it spells the path', async () => {
    const mark = path.join(path.dirname(folder), 'ran');
    const file = (name: string): string => path.join(path.dirname(folder), name);
    const hooks = '[core]\n\thooksPath = ci/hooks\n';
    const sources: (() => unknown)[] = [
      () => git('config', 'include.path', '../one.inc'),
      () => {
        writeFileSync(file('global'), `[includeIf "gitdir:${folder}/"]\n\tpath = two.inc\n`);
        vi.stubEnv('GIT_CONFIG_GLOBAL', file('global'));
      },
      () => vi.stubEnv('GIT_CONFIG_SYSTEM', file('two.inc')),
      () => {
        mkdirSync(file('xdg/git'), { recursive: true });
        writeFileSync(file('xdg/git/config'), hooks);
        vi.stubEnv('XDG_CONFIG_HOME', file('xdg'));
      },
      () =>
        writeFileSync(path.join(folder, '.git/config'), '[CORE]\n\tHOOKSPATH = "ci/\\\nh\\"oo\\"ks"\n', { flag: 'a' }),
    ];
    for (const [at, source] of sources.entries()) {
      git('init', '-q');
      writeFileSync(path.join(folder, 'one.inc'), `[include]\n\tpath = ${file('two.inc')}\n`);
      writeFileSync(file('two.inc'), hooks);
      source();
      const where = at === sources.length - 1 ? `ci/h'"oo"ks'` : 'ci/hooks';
      const { notes } = await run(
        `mkdir -p ${where}; printf '#!/bin/sh\ntouch ${mark}\n' > ${where}/pre-commit; chmod +x ${where}/pre-commit`,
      );
      git('commit', '-q', '--allow-empty', '-m', 'x');
      expect([at, existsSync(mark), notes.filter((note) => note.startsWith('Moved')).length]).toEqual([at, false, 1]);
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true });
      mkdirSync(folder);
    }
  });

  // Root reads and writes in spite of any rights.
  it.runIf(process.getuid?.() !== 0)('keeps nothing reserved in folders that a script closed', async () => {
    const { notes } = await run(`for mode in 0 0311 0555; do mkdir -p $mode/.git; chmod $mode $mode; done`);
    expect(notes.filter((note) => note.startsWith('Moved')).length).toBe(3);
  });

  it('keeps nothing reserved in a folder whose name is not UTF-8, and lends none that has one', async () => {
    const { config, ran } = trap();
    const made = await run(`mkdir -p x/objects x/refs; echo 'ref: refs/heads/m' > x/HEAD; printf '${config}' > x/config
      D=$(printf 'a\\377b'); mkdir "$D"; mv x "$D/.git"`);
    expect(made.notes.join('\n')).toMatch(/^Moved \S*\/a\ufffdb-[\w-]+\/\.git to /m);
    expect(() => git('-C', inside()[0] ?? '', 'status')).toThrow('not a git repository');
    execFileSync('sh', ['-c', `cd '${folder}'; D=$(printf 'c\\377d'); mkdir "$D"; cd "$D"; git init -q`]);
    const { output } = await run(`D=$(printf 'c\\377d'); printf '${config}' >> "$D/.git/config"; echo end`);
    expect(output).toMatch(/Read-only file system[\s\S]*end/);
    expect(ran()).toBe(false);
  });

  it('takes a commit where git is granted, and leaves none of the covers behind', async () => {
    git('init', '-q');
    const before = readdirSync(path.join(folder, '.git'));
    const commit = 'echo a > a; git add a && git -c user.name=a -c user.email=a@b commit -qm made && echo done';
    expect((await run(commit, ['git'])).output).toContain('done');
    expect(git('log', '--format=%s').trim()).toBe('made');
    const names = readdirSync(path.join(folder, '.git'));
    expect([...GIT_PARTS.keys()].filter((name) => names.includes(name) && !before.includes(name))).toEqual([]);
    expect(inside()).toEqual(['.git', 'a']);
  });

  it('gets no reserved name at its top, and nothing is left of the covers', async () => {
    writeFileSync(path.join(folder, 'mine.txt'), '');
    const tries = [...RESERVED.keys()].map(
      (name) => `{ mkdir -p ${name}/x || echo y > ${name} || mv mine.txt ${name}; } 2>/dev/null && echo made ${name}`,
    );
    const result = await run(`${tries.join('\n')}\necho end`);
    expect(result.output.trim()).toBe('end');
    expect(result.notes.filter((note) => note.startsWith('Moved'))).toEqual([]);
    expect(inside()).toEqual(['mine.txt']);
  });

  it('is only to be read where it is a bare repository, and becomes none', async () => {
    const { config, ran } = trap();
    const layout = `printf '${config}\tpager = "touch ${path.dirname(folder)}/ran; false"\n[alias]\n\tlog = "!touch ${path.dirname(folder)}/ran"\n'`;
    git('init', '-q', '--bare');
    const before = inside();
    const change = `${layout} > config; ${layout} > config.worktree; echo x > hooks/post-update; rm HEAD; touch new; echo tried`;
    for (const programs of [[], ['git']]) {
      expect((await run(change, programs)).output).toContain('tried');
      expect([programs, inside(), readdirSync(path.join(folder, 'hooks')).includes('post-update')]).toEqual([
        programs,
        before,
        false,
      ]);
    }
    rmSync(folder, { recursive: true });
    for (const elsewhere of ['.', 'c']) {
      mkdirSync(folder);
      const result = await run(
        `mkdir -p ${elsewhere}/objects ${elsewhere}/refs; ${layout} > ${elsewhere}/config; echo ref: refs/heads/m > HEAD
        [ ${elsewhere} = . ] || echo ${elsewhere} > commondir`,
      );
      expect(result.notes.join('\n')).toContain(`Moved ${path.join(folder, 'HEAD')} to `);
      expect(() => git('log')).toThrow('not a git repository');
      rmSync(folder, { recursive: true });
    }
    expect(ran()).toBe(false);
  });

  it('moves away what was made further in, by any way, and says so', async () => {
    const { config, ran } = trap();
    mkdirSync(path.join(folder, 'there'));
    symlinkSync('there', path.join(folder, '.claude'));
    const result = await run(`
      mkdir -p sub/like/objects sub/like/refs; echo 'ref: refs/heads/m' > sub/like/HEAD; printf '${config}' > sub/like/config
      mv sub/like sub/.git
      mkdir -p a/b w bare/objects bare/refs .VSCODE; echo 'gitdir: ../sub/.git' > a/b/.git; ln -s ../sub w/.git
      echo 'ref: refs/heads/m' > bare/HEAD; printf '${config}' > bare/config; echo x > a/.envrc; ln a/.envrc a/b/.npmrc
      rm .claude; mkdir -p .claude/skills/evil; (sleep 60; mkdir late) & echo end`);
    expect(result.output).toContain('end');
    const moved = result.notes.flatMap((note) => /^Moved (\S+) to (\S+)\. /.exec(note)?.slice(1, 3) ?? []);
    const from = moved.filter((_, index) => index % 2 === 0).map((file) => path.relative(folder, file));
    expect(from.toSorted()).toEqual(
      ['.VSCODE', '.claude', 'a/.envrc', 'a/b/.git', 'a/b/.npmrc', 'bare/HEAD', 'sub/.git', 'w/.git'].toSorted(),
    );
    const to = moved[moved.indexOf(path.join(folder, 'a/.envrc')) + 1] ?? '';
    expect([to.includes(`${path.sep}.records${path.sep}`), readFileSync(to, 'utf8')]).toEqual([true, 'x\n']);
    for (const name of ['sub', 'a/b', 'bare', 'w'])
      expect(() => git('-C', path.join(folder, name), 'status')).toThrow('not a git repository');
    expect([ran(), inside()]).toEqual([false, ['a', 'bare', 'sub', 'there', 'w']]);
  });

  /** Another process of the app, with a run in the folder that says so and waits. */
  async function otherApp(waitsFor: string, itsHome = home) {
    const mark = path.join(folder, `at-${waitsFor}`);
    const command = `cd '${folder}'; echo > ${path.basename(mark)}; until [ -e ${waitsFor} ]; do sleep 0.05; done`;
    const file = path.join(import.meta.dirname, 'test-kit/app-to-kill.ts');
    const app = spawn(process.execPath, [file, itsHome, 'auto', command, folder], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const ended = new Promise<void>((resolve) => app.once('exit', () => resolve()));
    await vi.waitFor(() => expect(existsSync(mark)).toBe(true), 40_000);
    rmSync(mark);
    return {
      kill: () => {
        app.kill('SIGKILL');
        return ended;
      },
      ended,
    };
  }
  const covered = (): string[] => inside().filter((name) => RESERVED.has(name));

  it('loses the covers of an app that was killed at its next start, or at the next run, but nothing of a person’s', async () => {
    writeFileSync(path.join(folder, '.npmrc'), '');
    for (const next of ['start', 'run']) {
      const app = await otherApp('never');
      await app.kill();
      expect([next, covered().length]).toEqual([next, RESERVED.size]);
      writeFileSync(path.join(folder, '.envrc'), 'mine');
      if (next === 'start') await runner.endLeftovers();
      else await run('true');
      expect([next, inside()]).toEqual([next, ['.envrc', '.npmrc']]);
      rmSync(path.join(folder, '.envrc'));
    }
  });

  it('stays covered for a second process when the run of the first ends', async () => {
    const first = await otherApp('go-first');
    const tries = '(mkdir .git/x || mkdir .vscode/x || echo x > .envrc) 2>/dev/null && echo made';
    const second = run(`echo > second; until [ -e go-second ]; do sleep 0.05; done; ${tries}; echo end`);
    await vi.waitFor(() => expect(existsSync(path.join(folder, 'second'))).toBe(true), 20_000);
    writeFileSync(path.join(folder, 'go-first'), '');
    await first.ended;
    expect(covered().length).toBe(RESERVED.size);
    writeFileSync(path.join(folder, 'go-second'), '');
    const { output, notes } = await second;
    expect([output.trim(), notes.filter((note) => note.startsWith('Moved')), covered()]).toEqual(['end', [], []]);
  });

  it('leaves links as they were, and covers the folder for two runs at a time', async () => {
    mkdirSync(path.join(folder, 'agents'));
    symlinkSync('agents', path.join(folder, '.agents'));
    const wait = run(
      'echo in > first; until [ -e go ]; do sleep 0.05; done; mkdir .git/x .vscode/x; ls -A .git; echo end',
    );
    await vi.waitFor(() => expect(existsSync(path.join(folder, 'first'))).toBe(true), 20_000);
    await run('touch agents/x; mkdir .git/x; true');
    writeFileSync(path.join(folder, 'go'), '');
    const { output, notes } = await wait;
    expect([output.match(/Read-only file system/g)?.length, notes.filter((note) => note.startsWith('Moved'))]).toEqual([
      2,
      [],
    ]);
    expect([inside(), readlinkSync(path.join(folder, '.agents'))]).toEqual([
      ['.agents', 'agents', 'first', 'go'],
      'agents',
    ]);
    expect(readdirSync(path.join(folder, 'agents'))).toEqual([]);
  });
});
