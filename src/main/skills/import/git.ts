/** One commit fetched by the installed `git`: with its credential helpers, its ssh and its settings for hosts. */

import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { detailed } from '../../../shared/messages/failure.ts';
import { namesAccount } from '../../../shared/models/keyless-address.ts';
import { attempt, statOf } from '../../lib/files.ts';
import { findProgram } from '../../lib/processes.ts';
import { withoutKeys } from '../../runner/process.ts';
import { isSafeAddress } from './git-http.ts';
import {
  escaped,
  GIT_TOTAL_MS,
  type ImportRefusal,
  inMib,
  MAX_ARCHIVE_BYTES,
  type RefusalReason,
  refused,
  refusedFor,
} from './names.ts';
import { checkPack } from './read-folder.ts';
import { type GitRequest, type GitSnapshot, readLocalGit } from './read-git.ts';

export interface GitAddress {
  readonly url: string;
  readonly ref?: string | undefined;
  /** Inside the repository, with `/`. */
  readonly path?: string | undefined;
}

/** Browser URLs of GitHub, GitLab and Gitea for a path in a repository. */
const PLACES = [
  /^(?<repository>\/[^/]+\/[^/]+)\/(?:tree|blob)\/(?<ref>[^/]+)(?:\/(?<path>.+))?$/,
  /^(?<repository>\/.+?)\/-\/(?:tree|blob)\/(?<ref>[^/]+)(?:\/(?<path>.+))?$/,
  /^(?<repository>\/[^/]+\/[^/]+)\/src\/(?:branch|tag|commit)\/(?<ref>[^/]+)(?:\/(?<path>.+))?$/,
];

export const looksLikeWeb = (address: string): boolean => /^https?:\/\//i.test(address);

/** A name without a password may be a token; without a scheme it would pass for a folder. @throws SkilldeckError `bad-input`. */
export function assertNoAccount(address: string): void {
  const signed = looksLikeWeb(address) && URL.canParse(address) && new URL(address).username !== '';
  if (signed || namesAccount(address)) throw detailed('bad-input', 'address-password');
}

/** Signs in with a key: only the installed `git` can. */
export const needsSsh = (address: string): boolean =>
  /^ssh:\/\//i.test(address) || (/^[\w.-]+@[\w.-]+:/.test(address) && !address.includes('://'));

const SHORTHAND = /^(?<owner>[A-Za-z0-9][\w.-]*)\/(?<repository>[A-Za-z0-9][\w.-]*)(?:@(?<skill>[^/@\s]+))?$/;

/** `owner/repo` and `owner/repo@skill`, as `npx skills` writes them: on GitHub. */
export function readShorthand(address: string): { readonly url: string; readonly skill?: string } | undefined {
  const { owner, repository, skill } = SHORTHAND.exec(address)?.groups ?? {};
  if (owner === undefined || repository === undefined) return undefined;
  return { url: `https://github.com/${owner}/${repository}`, ...(skill === undefined ? {} : { skill }) };
}

export interface ArchiveAddress {
  readonly url: string;
  /** SHA-256 in hexadecimal, given as `#sha256=…`. */
  readonly sha256?: string;
}

export function readArchiveAddress(address: string): ArchiveAddress | undefined {
  if (!looksLikeWeb(address) || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (!/\.(?:zip|skill|jar|tgz|tar\.gz)$/i.test(url.pathname)) return undefined;
  const [, sha256] = /^#sha256=([0-9a-f]{64})$/i.exec(url.hash) ?? [];
  url.hash = '';
  return { url: url.href, ...(sha256 === undefined ? {} : { sha256 }) };
}

/** @throws SkilldeckError `bad-input`, which says what to give instead. */
export function readGitAddress(address: string): GitAddress {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined) throw detailed('bad-input', 'address-other', { address });
  if (url.username !== '' || url.password !== '') throw detailed('bad-input', 'address-password');
  if (!isSafeAddress(url)) throw detailed('bad-input', 'address-plain', { address });
  const pathname = url.pathname.replace(/\/+$/, '');
  for (const place of PLACES) {
    const found = place.exec(pathname)?.groups;
    if (found === undefined) continue;
    const { repository = '', ref, path } = found;
    const decode = (text: string | undefined) => (text === undefined ? undefined : decodeURIComponent(text));
    return { url: `${url.origin}${repository}`, ref: decode(ref), path: decode(path) };
  }
  return { url: `${url.origin}${pathname}${url.search}` };
}

/** Milliseconds between looks at how much has come. */
const METER_MS = 250;
/** Characters of what `git` says that are kept. */
const MAX_SAID = 4_000;
/** Max characters of its output. */
const MAX_PRINTED = 4_000_000;
/** Nothing of a repository runs here: no hooks, no other transports, no prompts. */
const SETTINGS = {
  'core.hooksPath': '/dev/null',
  'protocol.allow': 'never',
  'protocol.https.allow': 'always',
  'protocol.http.allow': 'always',
  'protocol.ssh.allow': 'always',
  'transfer.bundleURI': 'false',
  'credential.interactive': 'false',
  'gc.auto': '0',
  // A pack stays a pack, so that it can be checked before it is read.
  'fetch.unpackLimit': '1',
};
/** Options for a repository on this computer's disk. */
const OVER_FILES = ['-c', 'protocol.file.allow=always'];
const SAFE = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
/**
 * Variables of git, ssh and the person's credential helpers, beside those of any program. All else may be a key for something
 * else. Of git's own, none that names another repository.
 */
const FOR_GIT =
  /^(GIT_(SSH\w*|ASKPASS|CONFIG_(GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+)|SSL_\w+|PROXY_\w+|HTTP_\w+|(AUTHOR|COMMITTER)_\w+|EXEC_PATH)|SSH_(AUTH_SOCK|AGENT_PID|ASKPASS\w*)|(HTTPS?|ALL|NO)_PROXY|SSL_CERT_(FILE|DIR)|CURL_CA_BUNDLE|KRB5\w*|EMAIL|GNUPGHOME|PASSWORD_STORE_DIR|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|DBUS_SESSION_BUS_ADDRESS|XDG_RUNTIME_DIR|HOMEDRIVE|HOMEPATH)$/i;

export const hasGitProgram = (): boolean => findProgram(['git']) !== undefined;

/**
 * @param url `https://`, `ssh://` or `user@host:path`.
 * @param gitdir absolute, empty, and the caller's to remove.
 * @throws SkilldeckError `import-refused`, `not-supported` where there is no `git`; the signal's reason on abort.
 */
export async function fetchByProgram(url: string, gitdir: string, request: GitRequest): Promise<GitSnapshot> {
  const { ref, path: below, signal } = request;
  if (url.startsWith('-')) throw refused('repository-address', { address: escaped(url) });
  mkdirSync(gitdir, { recursive: true });
  await git(['init', '--quiet', '--bare'], gitdir, signal);
  const fetch = ['fetch', '--quiet', '--depth=1', '--no-tags', '--no-recurse-submodules', '--end-of-options'];
  await git([...fetch, url, ref ?? 'HEAD'], gitdir, signal).catch(async (error: unknown) => {
    const isEmpty = ref === undefined && (await git(['ls-remote', url], gitdir, signal).catch(() => 'unknown')) === '';
    throw isEmpty ? refusedFor('missing', 'git-no-commit', { address: url }, error) : error;
  });
  const commit = (await git(['rev-parse', '--verify', 'FETCH_HEAD^{commit}'], gitdir, signal)).trim();
  const packs = path.join(gitdir, 'objects', 'pack');
  for (const name of readdirSync(packs)) {
    if (name.endsWith('.pack')) await checkPack(readFileSync(path.join(packs, name)));
  }
  return { ...(await readLocalGit(gitdir, { ref: commit, path: below, signal })), ref };
}

/** Runs git without what a repository or another program says. @returns what it printed. */
function git(args: readonly string[], gitdir: string, signal: AbortSignal): Promise<string> {
  const program = findProgram(['git']);
  if (program === undefined) throw detailed('not-supported', 'git-program');
  const limit = AbortSignal.timeout(GIT_TOTAL_MS);
  return new Promise((resolve, reject) => {
    const given = Object.entries(process.env).filter(([name]) => FOR_GIT.test(name));
    const env = {
      ...withoutKeys(process.env),
      ...Object.fromEntries(given),
      GIT_DIR: gitdir,
      GIT_TERMINAL_PROMPT: '0',
      LC_ALL: 'C',
    };
    // In a session apart: ssh finds no terminal to ask at.
    const child = spawn(program, [...SAFE, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    let out = '';
    let said = '';
    let tooLarge = false;
    const end = (): void => {
      if (child.pid === undefined) return;
      try {
        process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
      } catch {
        // It has ended already.
      }
    };
    const meter = setInterval(() => {
      tooLarge ||= bytesBelow(path.join(gitdir, 'objects')) > MAX_ARCHIVE_BYTES;
      if (tooLarge) end();
    }, METER_MS);
    const stop = AbortSignal.any([signal, limit]);
    stop.addEventListener('abort', end, { once: true });
    if (stop.aborted) end();
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      out = (out + part).slice(-MAX_PRINTED);
    });
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      said = (said + part).slice(-MAX_SAID);
    });
    const over = (): void => {
      clearInterval(meter);
      stop.removeEventListener('abort', end);
    };
    child.once('error', (error) => {
      over();
      reject(refused('git-not-started', { why: error.message }, error));
    });
    child.once('close', (status) => {
      over();
      if (signal.aborted) reject(signal.reason);
      else if (limit.aborted) reject(refusedFor('timeout', 'git-time', { seconds: GIT_TOTAL_MS / 1000 }));
      else if (tooLarge) reject(refused('git-size', { size: inMib(MAX_ARCHIVE_BYTES) }));
      else if (status === 0) resolve(out);
      else reject(refusalOf(args, said));
    });
  });
}

/** Only the output of `git` and `ssh` (LC_ALL=C) tells these apart. */
function reasonIn(said: string): RefusalReason {
  if (
    /Authentication failed|could not read (?:Username|Password)|Permission denied|HTTP 40[13]|error: 40[13]/i.test(said)
  )
    return 'sign-in';
  if (/Could not resolve host|Failed to connect|Connection (?:refused|timed out|reset)|unable to access/i.test(said))
    return 'unreachable';
  return /not found|couldn't find remote ref|not our ref/i.test(said) ? 'missing' : 'refused';
}

function refusalOf(args: readonly string[], said: string): ImportRefusal {
  const reason = reasonIn(said);
  if (/Please tell me who you are|unable to auto-detect email|empty ident/i.test(said))
    return refusedFor(reason, 'git-nameless');
  const why = lastLine(said);
  if (why === undefined) return refusedFor(reason, 'git-silent');
  return refusedFor(reason, args.includes('push') ? 'git-push' : 'git-fetch', { why });
}

const lastLine = (said: string): string | undefined =>
  said
    .trim()
    .split('\n')
    .find((line) => /^(?:fatal|error|remote|ssh|Permission denied)/.test(line.trim()))
    ?.replace(/^fatal: /, '')
    .replace(/[.\s]+$/, '');

const bytesBelow = (dir: string): number =>
  (attempt(() => readdirSync(dir, { recursive: true, encoding: 'utf8' })) ?? []).reduce(
    (sum, name) => sum + (statOf(path.join(dir, name))?.size ?? 0),
    0,
  );

// One folder of a Git repository in one commit, pushed to a branch together with its tag, or not at all. By the installed `git`.

export interface GitTarget {
  /** `https://`, `ssh://`, `user@host:path`, or an absolute path. */
  readonly url: string;
  /** Branch; default: the repository's own. */
  readonly branch: string | undefined;
  /** Absolute, empty, and the caller's to remove. */
  readonly work: string;
  readonly signal: AbortSignal;
}

interface GitChange {
  /** Folder in the repository, with `/`. */
  readonly folder: string;
  readonly tag: string;
  readonly message: string;
}

/** Runs `git` on the fetched repository. */
type RunGit = (...args: readonly string[]) => Promise<string>;

/** Branch that a repository without a commit names as its own: only a clone learns it. */
async function firstBranch(run: RunGit, url: string, work: string): Promise<string> {
  const empty = path.join(work, 'empty');
  await run('clone', '--quiet', '--bare', '--end-of-options', url, empty);
  return (await run('--git-dir', empty, 'symbolic-ref', '--short', 'HEAD')).trim();
}

const FETCH = ['fetch', '--quiet', '--no-recurse-submodules', '--no-tags'];

/** The target fetched without its history. `head`: commit of the branch; undefined where the repository has none yet. */
async function open({ url, branch: given, work, signal }: GitTarget) {
  if (url.startsWith('-')) throw refusedFor('address', 'repository-address', { address: escaped(url) });
  const [gitdir, tree] = [path.join(work, 'git'), path.join(work, 'tree')];
  mkdirSync(gitdir);
  mkdirSync(tree);
  const local = path.isAbsolute(url) || url.startsWith('file://') ? OVER_FILES : [];
  const run: RunGit = (...args) => git([...local, ...args], gitdir, signal);
  await run('init', '--quiet', '--bare');
  const said = given === undefined ? await run('ls-remote', '--symref', url, 'HEAD') : '';
  const isEmpty = said === '' && (await run('ls-remote', url)).trim() === '';
  const branch =
    given ??
    /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(said)?.[1] ??
    (isEmpty ? await firstBranch(run, url, work) : undefined);
  if (isEmpty && branch !== undefined) return { run, head: undefined, branch, tree };
  if (branch === undefined) throw refusedFor('missing', 'git-no-branch', { address: url });
  await run(...FETCH, '--depth=1', url, `refs/heads/${branch}`);
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
  const { run, head, branch, tree } = await open(target);
  if ((await run('ls-remote', target.url, `refs/tags/${tag}`)).trim() !== '')
    throw refused('git-version-exists', { version: tag });
  for (const file of files) {
    const place = path.join(tree, folder, file.path);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, file.bytes, { mode: file.executable ? 0o755 : 0o644 });
  }
  await run('read-tree', head ?? '--empty');
  await run(...inTree(tree), 'add', '--all', '--force', '--', folder);
  const commit = await commitOf(run, head, message);
  await push(run, target.url, `${commit}:refs/heads/${branch}`, `${commit}:refs/tags/${tag}`);
}

/** Undoes a publication by a commit that restores the folder as it was before. @throws `import-refused` where it was changed since. */
export async function revertInGit(target: GitTarget, { folder, tag, message }: GitChange): Promise<void> {
  const { run, head, branch, tree } = await open(target);
  await run(...FETCH, '--depth=2', target.url, `refs/tags/${tag}`).catch(() => {
    throw refusedFor('missing', 'git-version-missing', { version: tag });
  });
  const published = (await run('rev-parse', '--verify', 'FETCH_HEAD^{commit}')).trim();
  if (head === undefined) throw refusedFor('missing', 'git-version-missing', { version: tag });
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
export async function versionsInGit(target: GitTarget, pattern: string) {
  const { run } = await open(target);
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

async function commitOf(run: RunGit, head: string | undefined, message: string): Promise<string> {
  const tree = (await run('write-tree')).trim();
  if (head === undefined) return (await run('commit-tree', tree, '-m', message)).trim();
  if (tree === (await run('rev-parse', `${head}^{tree}`)).trim()) throw refused('git-unchanged');
  return (await run('commit-tree', tree, '-p', head, '-m', message)).trim();
}

/** Both or neither. */
const push = (run: RunGit, url: string, ...refs: readonly string[]) =>
  run('push', '--quiet', '--atomic', '--no-verify', '--end-of-options', url, ...refs);
