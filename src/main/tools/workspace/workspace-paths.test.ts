/** Names that a script replaces between look and use, and what is no file. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import promises from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { patchBuiltin } from '../../lib/test-kit/patch-builtin.ts';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import { ensureWorkspace } from '../../runner/workspace/workspace.ts';
import { openForReading, type Places, resolvePath, writableTarget } from './workspace-paths.ts';

const home = tempFolder();
const elsewhere = path.join(home, 'elsewhere');
const skill = path.join(home, 'skills/fly');
let places: Places;
const at = (name: string) => path.join(places.workspace.work, name);

beforeAll(async () => {
  const workspace = await ensureWorkspace(home, 's');
  for (const folder of [elsewhere, skill]) mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(elsewhere, 'private.txt'), 'secret');
  places = {
    workspace,
    readable: [workspace.root, skill],
    writable: [workspace.work, workspace.out],
    fixed: { app: [home], skills: [skill] },
    withoutHardLinks: [skill],
    hidden: [],
    skillFolders: new Map([['fly', skill]]),
  };
});

it('waits for no pipe, and reads only files', async () => {
  execFileSync('mkfifo', [at('pipe')]);
  await expect(openForReading(at('pipe'), places)).rejects.toThrow('is no regular file');
  await expect(openForReading(places.workspace.work, places)).rejects.toThrow('is a folder: list it with list_dir');
  await expect(openForReading(path.join(elsewhere, 'private.txt'), places)).rejects.toThrow('outside the folders');
});

it('reads no hard link in an imported skill, and any in the workspace', async () => {
  writeFileSync(at('own.txt'), 'own');
  linkSync(at('own.txt'), at('again.txt'));
  linkSync(path.join(elsewhere, 'private.txt'), path.join(skill, 'data.txt'));
  const { handle, bytes } = await openForReading(at('again.txt'), places);
  await handle.close();
  expect(bytes).toBe(3);
  await expect(openForReading(path.join(skill, 'data.txt'), places)).rejects.toThrow('is a hard link');
});

it('follows no link that replaces a file after the check', async () => {
  writeFileSync(at('plain.txt'), 'plain');
  patchBuiltin(
    promises,
    'realpath',
    (realpath) =>
      (async (file: string) => {
        const real = await realpath(file);
        if (real === at('plain.txt')) {
          renameSync(real, at('moved.txt'));
          symlinkSync(path.join(elsewhere, 'private.txt'), real);
        }
        return real;
      }) as typeof realpath,
  );
  await expect(openForReading(at('plain.txt'), places)).rejects.toThrow('cannot be opened (ELOOP)');
});

it('creates no folder through a link that replaces it meanwhile', async () => {
  patchBuiltin(
    promises,
    'mkdir',
    (mkdir) =>
      (async (folder: string, mode?: number) => {
        if (folder.endsWith('/fresh')) symlinkSync(elsewhere, at('fresh'));
        return mkdir(folder, mode);
      }) as typeof mkdir,
  );
  await expect(writableTarget(at('fresh/deep/new.txt'), places)).rejects.toThrow('cannot be made');
  expect(readdirSync(elsewhere)).toEqual(['private.txt']);
});

it('writes through a link only to an allowed target, and never through a broken one', async () => {
  symlinkSync(path.join(elsewhere, 'private.txt'), at('out-link.txt'));
  symlinkSync(path.join(elsewhere, 'not-there.txt'), at('dangling.txt'));
  symlinkSync(path.join(places.workspace.out, 'kept.txt'), at('kept-link.txt'));
  writeFileSync(path.join(places.workspace.out, 'kept.txt'), '');
  await expect(writableTarget(at('out-link.txt'), places)).rejects.toThrow('outside the folders that may be written');
  await expect(writableTarget(at('dangling.txt'), places)).rejects.toThrow('is a link to nowhere');
  const { folder, path: target } = await writableTarget(at('kept-link.txt'), places);
  await folder.close();
  expect(target).toBe(path.join(places.workspace.out, 'kept.txt'));
});

it('leaves the settings of agents and repositories alone', async () => {
  const refused = ['.git/config', '.git/hooks/pre-commit', '.claude/skills/x/SKILL.md'];
  for (const name of refused) await expect(writableTarget(at(name), places)).rejects.toThrow('was not written');
  expect(refused.map((name) => existsSync(path.dirname(at(name))))).toEqual([false, false, false]);
});

it('leaves alone what a repository obeys in a folder of the person, by its settings or its place', async () => {
  const lent = realpathSync(tempFolder());
  const inLent = (...names: string[]) => path.join(lent, ...names);
  for (const name of ['.git', 'a/b/.git', 'c/.git', 'bare/objects', 'bare/refs', 'half/refs'])
    mkdirSync(inLent(name), { recursive: true });
  writeFileSync(inLent('.git/config'), '[core]\n\thooksPath = tools/hooks\n');
  // Repositories elsewhere in the folder: one beside, one above, one that leaves its own.
  writeFileSync(inLent('a/b/.git/config'), '[core]\n\thooksPath = ../../c/hooks\n');
  writeFileSync(
    inLent('c/.git/config'),
    '[core]\n\tfsmonitor = "../watch/run.sh --x"\n[include]\n\tpath = ../../plain/git.inc\n[alias]\n\tst = !../alias/st.sh\n',
  );
  writeFileSync(inLent('bare/HEAD'), 'ref: refs/heads/m\n');
  writeFileSync(inLent('half/HEAD'), 'ref: refs/heads/m\n');
  const all: Places = { ...places, writable: [...places.writable, lent] };
  const refused = [
    'tools/hooks/pre-commit',
    'c/hooks/pre-commit',
    'watch/run.sh',
    'plain/git.inc',
    'alias/st.sh',
    'bare/config',
    'bare/a/b',
    'half/objects/x',
    'a/.envrc',
    'a/opencode.json',
  ];
  for (const name of refused) await expect(writableTarget(inLent(name), all)).rejects.toThrow('was not written');
  for (const name of ['tools/x', 'half/x', 'c/hooks2/x', 'watch/run.sh.txt'])
    await (await writableTarget(inLent(name), all)).folder.close();
  expect(refused.map((name) => existsSync(inLent(name)))).toEqual(refused.map(() => false));
});

it('resolves skills/ID/x to the skill itself, and other folder names to the workspace', () => {
  const { root, work, out } = places.workspace;
  expect(resolvePath('skills/fly/data.txt', places)).toBe(path.join(skill, 'data.txt'));
  expect(resolvePath('out/a.txt', places)).toBe(path.join(out, 'a.txt'));
  expect(resolvePath('$OUTPUT_DIR/a.txt', places)).toBe(path.join(out, 'a.txt'));
  expect(resolvePath('outer/a.txt', places)).toBe(path.join(work, 'outer/a.txt'));
  expect(resolvePath('skills/unknown/a.txt', places)).toBe(path.join(root, 'skills/unknown/a.txt'));
  expect(() => resolvePath('a\0b', places)).toThrow('NUL');
});
