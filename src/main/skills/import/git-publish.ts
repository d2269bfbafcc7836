/** One folder of a Git repository in one commit, pushed to a branch together with its tag, or not at all. By the installed `git`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { git, OVER_FILES } from './git.ts';
import { escaped, refused, refusedFor } from './refused.ts';

export interface GitTarget {
  /** `https://`, `ssh://`, `user@host:path`, or an absolute path. */
  readonly url: string;
  /** Branch; default: the repository's own. */
  readonly branch: string | undefined;
  /** Absolute, empty, and the caller's to remove. */
  readonly work: string;
  readonly signal: AbortSignal;
}

export interface GitVersion {
  readonly tag: string;
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
  /** Text after the subject. */
  readonly notes: string;
}

export interface GitChange {
  /** Folder in the repository, with `/`. */
  readonly folder: string;
  readonly tag: string;
  readonly message: string;
}

interface Opened {
  /** Runs `git` on the fetched repository. */
  run(...args: readonly string[]): Promise<string>;
  /** Commit of the branch. */
  readonly head: string;
  readonly branch: string;
  readonly tree: string;
}

const FETCH = ['fetch', '--quiet', '--no-recurse-submodules', '--no-tags'];

async function open({ url, branch: given, work, signal }: GitTarget, depth: number): Promise<Opened> {
  if (url.startsWith('-')) throw refusedFor('address', 'repository-address', { address: escaped(url) });
  const [gitdir, tree] = [path.join(work, 'git'), path.join(work, 'tree')];
  mkdirSync(gitdir);
  mkdirSync(tree);
  const local = path.isAbsolute(url) || url.startsWith('file://') ? OVER_FILES : [];
  const run = (...args: readonly string[]) => git([...local, ...args], gitdir, signal);
  await run('init', '--quiet', '--bare');
  const said = given === undefined ? await run('ls-remote', '--symref', url, 'HEAD') : '';
  const branch = given ?? /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(said)?.[1];
  if (branch === undefined) throw refusedFor('missing', 'git-no-branch', { address: url });
  await run(...FETCH, `--depth=${depth}`, url, `refs/heads/${branch}`);
  const head = (await run('rev-parse', '--verify', 'FETCH_HEAD^{commit}')).trim();
  return { run, head, branch, tree };
}

const inTree = (tree: string) => ['-C', tree, '-c', 'core.autocrlf=false', `--work-tree=${tree}`];

/** @throws `import-refused`: where the tag is there, the branch cannot be pushed to, or nothing would change. */
export async function publishToGit(
  target: GitTarget,
  { folder, tag, message }: GitChange,
  files: readonly { readonly path: string; readonly executable: boolean; readonly bytes: Buffer }[],
): Promise<void> {
  const { run, head, branch, tree } = await open(target, 1);
  if ((await run('ls-remote', target.url, `refs/tags/${tag}`)).trim() !== '')
    throw refused('git-version-exists', { version: tag });
  for (const file of files) {
    const place = path.join(tree, folder, file.path);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, file.bytes, { mode: file.executable ? 0o755 : 0o644 });
  }
  await run('read-tree', head);
  await run(...inTree(tree), 'add', '--all', '--force', '--', folder);
  const commit = await commitOf(run, head, message);
  await push(run, target.url, `${commit}:refs/heads/${branch}`, `${commit}:refs/tags/${tag}`);
}

/** Undoes a publication by a commit that restores the folder as it was before. @throws `import-refused` where it was changed since. */
export async function revertInGit(target: GitTarget, { folder, tag, message }: GitChange): Promise<void> {
  const { run, head, branch, tree } = await open(target, 1);
  await run(...FETCH, '--depth=2', target.url, `refs/tags/${tag}`).catch(() => {
    throw refusedFor('missing', 'git-version-missing', { version: tag });
  });
  const published = (await run('rev-parse', '--verify', 'FETCH_HEAD^{commit}')).trim();
  const treeAt = (commit: string) => run('rev-parse', '--verify', '--quiet', `${commit}:${folder}`).catch(() => '');
  if ((await treeAt(head)) !== (await treeAt(published)))
    throw refused('git-version-changed', { folder, version: tag });
  const before = (await treeAt(`${published}^`)).trim();
  await run('read-tree', head);
  const listed = (await run(...inTree(tree), 'ls-files', '-z', '--', `${folder}/`))
    .split('\0')
    .filter((file) => file !== '');
  if (listed.length > 0) await run(...inTree(tree), 'update-index', '--force-remove', '--', ...listed);
  if (before !== '') await run(...inTree(tree), 'read-tree', `--prefix=${folder}/`, before);
  const commit = await commitOf(run, head, message);
  await push(run, target.url, `${commit}:refs/heads/${branch}`, `:refs/tags/${tag}`);
}

/** The latest first. @param pattern of tags. */
export async function versionsInGit(target: GitTarget, pattern: string): Promise<readonly GitVersion[]> {
  const { run } = await open(target, 1);
  // A fetch of nothing fails.
  if ((await run('ls-remote', target.url, `refs/tags/${pattern}`)).trim() === '') return [];
  await run(...FETCH, '--depth=1', target.url, `refs/tags/${pattern}:refs/tags/${pattern}`);
  const format = '%(refname:lstrip=2)%00%(committerdate:iso-strict)%00%(authorname)%00%(contents:body)%01';
  // The last key counts first; of two published in one second, the higher version is the newer.
  const newest = ['--sort=-version:refname', '--sort=-committerdate'];
  const all = await run('for-each-ref', ...newest, `--format=${format}`, 'refs/tags');
  return all
    .split('\x01')
    .map((one) => one.replace(/^\n/, '').split('\0'))
    .filter(([tag = '']) => tag !== '')
    .map(([tag = '', at = '', by = '', notes = '']) => ({
      tag,
      at: new Date(at).toISOString(),
      by,
      notes: notes.trim(),
    }));
}

async function commitOf(run: Opened['run'], head: string, message: string): Promise<string> {
  const tree = (await run('write-tree')).trim();
  if (tree === (await run('rev-parse', `${head}^{tree}`)).trim()) throw refused('git-unchanged');
  return (await run('commit-tree', tree, '-p', head, '-m', message)).trim();
}

/** Both or neither. */
const push = (run: Opened['run'], url: string, ...refs: readonly string[]) =>
  run('push', '--quiet', '--atomic', '--no-verify', '--end-of-options', url, ...refs);
