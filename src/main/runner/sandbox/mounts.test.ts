import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import { boundMounts, systemArguments } from './mounts.ts';
import { protectedIn } from './protected.ts';
import type { Bounds } from './sandbox.ts';

const folder = tempFolder();
const at = (...names: string[]): string => path.join(folder, ...names);
const make = (...names: string[]): string => {
  mkdirSync(at(...names), { recursive: true });
  return at(...names);
};
const shown = (bounds: Partial<Bounds>, hidden: string[] = []): Promise<string[]> =>
  boundMounts({ readable: [], writable: [], ...bounds }, hidden).then((mounts) =>
    mounts
      .map(({ at, how }) => ({ how, at: path.relative(folder, at) }))
      .toSorted((a, b) => a.at.split('/').length - b.at.split('/').length || (a.at < b.at ? -1 : 1))
      .map(({ how, at }) => `${how} ${at}`),
  );

it('shows the settings of programs that skills call, as LibreOffice, which ends without them, but no keys', () => {
  const shown = systemArguments();
  for (const dir of ['/etc/libreoffice', '/etc/java-17-openjdk', '/var/lib/texmf'])
    expect(shown.slice(shown.indexOf(dir) - 1, shown.indexOf(dir) + 2)).toEqual(['--ro-bind-try', dir, dir]);
  expect(shown.filter((one) => /^\/etc\/?$|shadow|ssh|ssl\/private/.test(one))).toEqual([]);
});

it('keeps hooks, repository settings and skills read-only inside a folder granted for writing', async () => {
  const project = make('project');
  make('project', '.git', 'hooks');
  writeFileSync(at('project', '.git', 'config'), '');
  make('project', 'packages', 'inner', '.git', 'hooks');
  make('project', '.claude', 'skills');
  expect(await shown({ writable: [project] })).toEqual([
    'write project',
    'read project/.claude',
    'read project/.git',
    'write project/packages',
    'write project/packages/inner',
    'read project/packages/inner/.git',
  ]);
  expect(await shown({ writable: [project], access: { programs: ['git'], hosts: [] } })).toEqual([
    'write project',
    'read project/.claude',
    'write project/.git',
    'write project/packages',
    'read project/.git/config',
    'read project/.git/hooks',
    'write project/packages/inner',
    'write project/packages/inner/.git',
    'read project/packages/inner/.git/hooks',
  ]);
  expect(await shown({ writable: [at('project', '.git', 'hooks')] })).toEqual(['read project/.git/hooks']);
});

it('never grants write access to the app’s own data, and hides it in a granted folder', async () => {
  const data = make('me', 'data');
  const [skills, work] = [make('me', 'data', 'skills'), make('me', 'data', 'workspaces', 's', 'work')];
  expect(await shown({ writable: [at('me'), data, skills, work] }, [data])).toEqual([
    'write me',
    'hidden me/data',
    'read me/data/skills',
    'write me/data/workspaces/s/work',
  ]);
  expect(await shown({ writable: [at('me'), work] }, [data])).toEqual([
    'write me',
    'hidden me/data',
    'write me/data/workspaces/s/work',
  ]);
});

it('keeps skills and the folders above them read-only wherever they are', async () => {
  const mine = make('tools', 'agents', 'mine');
  expect(await shown({ writable: [at('tools')], fixed: [mine] })).toEqual([
    'write tools',
    'write tools/agents',
    'read tools/agents/mine',
  ]);
  expect(await shown({ writable: [mine, make('tools', 'agents', 'mine', 'scripts')], fixed: [mine] })).toEqual([
    'read tools/agents/mine',
    'read tools/agents/mine/scripts',
  ]);
  const named = make('other', '.claude', 'skills', 'mine');
  expect(await shown({ writable: [named] })).toEqual(['read other/.claude/skills/mine']);
});

it('keeps a bare repository and one behind a link unchanged', async () => {
  for (const name of ['hooks', 'objects', 'refs']) make('served', 'it.git', name);
  for (const name of ['HEAD', 'config']) writeFileSync(at('served', 'it.git', name), '');
  expect(await shown({ writable: [at('served')] })).toEqual(['write served', 'read served/it.git']);
  make('linked', 'src');
  symlinkSync(at('served', 'it.git'), at('linked', '.git'));
  expect(await shown({ writable: [at('linked')] })).toEqual(['read linked']);
});

it('keeps reserved names as other file systems spell them, and what links of theirs lead to', async () => {
  make('odd', 'a', '.VSCode');
  make('odd', 'b', '.gi\u200ct');
  make('odd', 'c', 'git~1');
  make('odd', 'd', '.Claude. ');
  make('odd', 'e', '.v\u017fcode');
  make('odd', 'f', '.git');
  make('odd', 'f', 'checks');
  writeFileSync(at('odd', 'f', '.git', 'config'), '[core]\n\thooksPath = checks\n');
  make('odd', 'g');
  writeFileSync(at('odd', 'g', '.git'), 'gitdir: ../f/.git/modules/g\n');
  make('odd', 'shared', 'agents');
  symlinkSync(path.join('shared', 'agents'), at('odd', '.agents'));
  for (const name of ['.envrc', '.gitignore', '.npmrc']) writeFileSync(at('odd', name), '');
  const { fixed, links } = await protectedIn(at('odd'));
  expect(fixed.map((file) => path.relative(at('odd'), file)).toSorted()).toEqual(
    [
      '.envrc',
      '.npmrc',
      'a/.VSCode',
      'b/.gi\u200ct',
      'c/git~1',
      'd/.Claude. ',
      'e/.v\u017fcode',
      'f/.git',
      'f/checks',
      'g/.git',
      'shared/agents',
    ].toSorted(),
  );
  expect([...links]).toEqual([[at('odd', '.agents'), 'shared/agents']]);
});

it('keeps what settings of repositories name, however it is written and wherever in the folder it is', async () => {
  const names = 'a/h b/h c/h d/h e/h f/h up tools'.split(' ');
  for (const name of names) make('set', name);
  for (const name of ['clean', 'fs', 'mine']) writeFileSync(at('set', 'tools', name), '');
  const settings = `[core] hooksPath = "../a/h" # mine
[Core]
\tHOOKSPATH = ../b/h ; mine
\thooksPath = ../up
\thooksPath = ${at('set', 'c', 'h')}
\tfsmonitor = ../tools/fs
\thooksPath = gone/hooks
\thooksPath = way/hooks
[filter "a]b"] clean = "node ../tools/clean %f"
[user]
\tname = ../tools
[include]
\tpath = ../../d/h`;
  make('set', 'repo', '.git');
  symlinkSync('../real', at('set', 'repo', 'way'));
  writeFileSync(at('set', 'repo', '.git', 'config'), settings);
  writeFileSync(at('set', 'repo', '.git', 'config.worktree'), '[core]\n\thooksPath = ../e/h\n');
  const other = make('set', 'repo', '.git', 'worktrees', 'other');
  writeFileSync(path.join(other, 'commondir'), '../..\n');
  make('set', 'other', 'gone');
  writeFileSync(at('set', 'other', '.git'), `gitdir: ${other}\n`);
  const { fixed, links, missing } = await protectedIn(at('set'));
  const short = (files: Iterable<string>) =>
    [...new Set(files)].map((file) => path.relative(at('set'), file)).toSorted();
  expect(short(fixed)).toEqual(
    ['a/h', 'b/h', 'c/h', 'd/h', 'e/h', 'other/.git', 'repo/.git', 'tools/clean', 'tools/fs', 'up'].toSorted(),
  );
  expect(short(links.keys())).toEqual(['repo/way']);
  expect(short(missing)).toEqual(expect.arrayContaining(['other/gone/hooks', 'real/hooks', 'repo/gone/hooks']));
  // Those of a repository around the folder too, and a way that is one itself.
  writeFileSync(at('set', 'repo', '.git', 'config'), '[core]\n\thooksPath = sub/h\n');
  expect((await protectedIn(make('set', 'repo', 'sub'))).missing).toEqual([at('set', 'repo', 'sub', 'h')]);
  expect((await protectedIn(make('set', 'repo', 'sub', 'h'))).fixed).toEqual([at('set', 'repo', 'sub', 'h')]);
});

it('protects a repository at any depth, even beside a folder full of entries', async () => {
  const deep = make('deep');
  const far = ['z', 'c', 'd', 'e', 'f', 'g', 'h', 'node_modules', 'i'];
  make('deep', ...far, '.git', 'hooks');
  writeFileSync(at('deep', ...far, '.git', 'config'), '');
  const hidden = at('deep', ...far, '.git');
  expect((await protectedIn(deep)).fixed).toEqual([hidden]);
  make('deep', 'a', 'own', '.git');
  for (let count = 0; count < 300; count += 1) mkdirSync(at('deep', 'a', `b${count}`));
  expect((await protectedIn(deep)).fixed.toSorted()).toEqual([at('deep', 'a', 'own', '.git'), hidden]);
  // Unread folders are read-only: each one, or, if there are many, a folder around them. Nothing in it is given back.
  const holds = (outer: string, file: string): boolean => file === outer || file.startsWith(`${outer}/`);
  for (const most of [2, 20, 150, 303, 308]) {
    const { fixed, kept } = await protectedIn(deep, { maxFolders: most });
    expect([most, fixed.length < 210, fixed.some((dir) => holds(dir, hidden))]).toEqual([most, true, true]);
    expect(kept.filter((dir) => fixed.some((outer) => holds(outer, dir)))).toEqual([]);
    expect(fixed).not.toContain(deep);
  }
});
