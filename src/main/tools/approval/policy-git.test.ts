import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import { isPlainGitFolder } from './policy-git.ts';
import { listsSay } from './policy-lists.ts';

let root: string;
const put = (file: string, text = ''): void => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};
const PLAIN = `[core]
\trepositoryformatversion = 0
\tfilemode = true
\tbare = false
[remote "origin"]
\turl = https://example.com/x.git
\tfetch = +refs/heads/*:refs/remotes/origin/*
[branch "main"]
\tremote = origin
\tmerge = refs/heads/main
`;
beforeEach(() => {
  root = tempFolder();
  put('.git/HEAD', 'ref: refs/heads/main\n');
  put('.git/config', PLAIN);
  put('.git/hooks/pre-commit.sample');
});

const say = (command: string, allow = ['git status', 'git log', 'git', 'ls', 'cat', 'tar']) =>
  listsSay({ command, cwd: root, env: {}, workspaceRoot: root, shell: 'posix' }, { allow, deny: [] }).kind;

describe('allowed git runs unasked', () => {
  it('if the repository and its folders name no program', () => {
    mkdirSync(path.join(root, 'a'));
    for (const command of ['git status', 'git log | cat', 'cd a && git status', 'git add x && git commit -m "y"'])
      expect([command, say(command)]).toEqual([command, 'allow']);
    expect(isPlainGitFolder(path.join(root, 'a'))).toBe(true);
  });
  it.each([
    ['file monitor', '[core]\nfsmonitor = x'],
    ['hooks elsewhere', '[core]\nhooksPath = x'],
    ['external diff', '[diff]\nexternal = x'],
    ['a converter of texts', '[diff "x"]\ntextconv = y'],
    ['a filter', '[filter "x"]\nclean = y'],
    ['an alias', '[alias]\nst = !id'],
    ['another file of settings', '[include]\npath = ../x'],
    ['a condition', '[includeIf "gitdir:/"]\npath = ../x'],
    ['a pager', '[core]\npager = x'],
    ['a work tree', '[core]\nworktree = ..'],
    ['a bare repository', '[core]\nbare'],
    ['a hook of the collector', '[gc]\nrecentObjectsHook = x'],
    ['a program that signs', '[gpg]\nprogram = x'],
    ['a repository beside it', '[remote "origin"]\nurl = ../x'],
    ['a transport that runs', '[remote "origin"]\nurl = ext::sh -c id'],
    ['a branch of a folder', '[branch "main"]\nremote = x'],
    ['a promise of objects', '[extensions]\npartialClone = origin'],
    ['two lines in one', '[core]\nbare = false\\\n[alias]'],
    ['a section beside its setting', '[core] fsmonitor = x'],
    ['what is not read', '[core]\n= x'],
  ])('not with %s', (_what, more) => {
    put('.git/config', `${PLAIN}${more}\n`);
    expect(say('git status')).toBe('silent');
  });
  it.each([
    '.git/hooks/post-index-change',
    '.git/config.worktree',
    '.git/remotes/origin',
    '.gitmodules',
    '.git/commondir',
    '.git/modules/x/config',
    'HEAD',
  ])('not with %s', (file) => {
    put(file, 'x');
    if (file === 'HEAD') put('commondir', 'y');
    expect(say('git status')).toBe('silent');
  });
  it('beside other working folders, and with what is not to be tracked', () => {
    for (const file of ['.git/info/exclude', '.git/worktrees/a/HEAD', '.git/objects/k', '.git/index']) put(file);
    expect(say('git status')).toBe('allow');
  });
  it('not in a bare layout in a folder of any name, nor behind a link or a file', () => {
    for (const file of ['work/x/HEAD', 'work/x/config', 'work/x/objects/k', 'work/x/refs/k']) put(file);
    expect(say('cd work/x && git status')).toBe('silent');
    expect(say('cd work; cd x; git status')).toBe('silent');
    expect(say('cd $X && git status')).toBe('silent');
    expect(say('pushd work/x; git status')).toBe('silent');
    put('b/.git', 'gitdir: ../work/x');
    expect(say('cd b && git status')).toBe('silent');
    symlinkSync(path.join(root, '.git'), path.join(root, 'work', '.git'));
    expect(say('cd work && git status')).toBe('silent');
    symlinkSync(path.join(root, 'work/x'), path.join(root, 'l'));
    expect(say('cd l && git status')).toBe('silent');
  });
  it('not after something that could change that repository', () => {
    for (const command of ['cat x > y; git status', 'tar xf x; git status', 'git status > x'])
      expect([command, say(command)]).toEqual([command, 'silent']);
    expect(say('git status 2>/dev/null')).toBe('allow');
  });
});
