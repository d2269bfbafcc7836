/** One commit of a Git repository, here or elsewhere, as entries of the skills in it. Nothing is checked out or run. */
import fs from 'node:fs';
import path from 'node:path';
import git, { type FsClient } from 'isomorphic-git';
import { isSkilldeckError, messageOf } from '../../../shared/errors.ts';
import { detailIn } from '../../../shared/messages/failure.ts';
import { createGitHttp } from './git-http.ts';
import { isPluginManifest, skillFolders } from './installed.ts';
import {
  escaped,
  GIT_TOTAL_MS,
  ImportRefusal,
  MAX_GIT_TREE,
  noContent,
  type RefusalReason,
  refused,
  refusedFor,
  type SourceEntry,
} from './names.ts';
import { checkPack } from './read-folder.ts';

export interface GitSnapshot {
  readonly commit: string;
  /** Branch, tag or commit that was asked for. */
  readonly ref: string | undefined;
  /** Paths below what was asked for, of other repositories that are not taken along. */
  readonly submodules: readonly string[];
  readonly entries: AsyncIterable<SourceEntry>;
  readonly has: (dir: string) => boolean;
}

interface TreeFile {
  readonly path: string;
  readonly oid: string;
  readonly mode: string;
}

export interface GitRequest {
  readonly ref?: string | undefined;
  /** Below it, as `checkedPath` gives it; '' for all. */
  readonly path: string;
  readonly signal: AbortSignal;
}

/** The file system, which looks at each pack before it is unfolded. */
const checkingFs: FsClient = {
  promises: {
    ...fs.promises,
    writeFile: async (file: string, data: string | Uint8Array, options?: fs.WriteFileOptions) => {
      if (file.endsWith('.pack')) await checkPack(Buffer.from(data));
      await fs.promises.writeFile(file, data, options);
    },
  },
};

function explained(error: unknown, what: string): unknown {
  if (isSkilldeckError(error) || (error instanceof Error && error.name === 'AbortError')) return error;
  const { code, data } = (error ?? {}) as { code?: unknown; data?: { statusCode?: unknown } };
  const status = data?.statusCode;
  if (code === 'HttpError' && (status === 401 || status === 403 || status === 404)) {
    const detail = { code: 'git-absent', figures: { address: what, status } } as const;
    const options = { cause: error, figures: { status }, detail };
    return new ImportRefusal(status === 404 ? 'missing' : 'sign-in', detailIn('en', detail), options);
  }
  if (code === 'HttpError')
    return refusedFor('unreachable', 'git-host-failed', { address: what, status: Number(status) }, error);
  if (code === 'SmartHttpError') return refused('git-none', { address: what }, error);
  return refused('git-unreadable', { address: what, why: messageOf(error) }, error);
}

/**
 * Fetches the one commit.
 * @param gitdir absolute, empty, and the caller's to remove.
 * @throws SkilldeckError `import-refused`; the signal's reason on abort.
 */
export async function fetchGit(
  url: string,
  gitdir: string,
  { ref, path: below, signal }: GitRequest,
): Promise<GitSnapshot> {
  const limit = AbortSignal.timeout(GIT_TOTAL_MS);
  const http = createGitHttp(AbortSignal.any([signal, limit]));
  try {
    await git.init({ fs: checkingFs, gitdir, bare: true });
    await git.addRemote({ fs: checkingFs, gitdir, remote: 'origin', url });
    const { fetchHead } = await git.fetch({
      fs: checkingFs,
      http,
      gitdir,
      url,
      remote: 'origin',
      ...(ref === undefined ? {} : { ref, remoteRef: ref }),
      singleBranch: true,
      tags: false,
      depth: 1,
    });
    if (fetchHead === null) throw refusedFor('missing', 'git-no-commit', { address: url });
    return await snapshot(gitdir, fetchHead, { ref, path: below, signal });
  } catch (error) {
    signal.throwIfAborted();
    if (limit.aborted)
      throw refusedFor('timeout', 'host-time', { host: new URL(url).host, seconds: GIT_TOTAL_MS / 1000 });
    const { code } = (error ?? {}) as { code?: unknown };
    throw code === 'NotFoundError' ? hasNot(url, ref, 'missing', error) : explained(error, url);
  }
}

const hasNot = (address: string, ref: string | undefined, reason: RefusalReason, cause: unknown): ImportRefusal =>
  ref === undefined
    ? refusedFor(reason, 'git-no-commit', { address }, cause)
    : refusedFor(reason, 'git-no-ref', { address, ref: escaped(ref) }, cause);

/** Undefined where the folder is no repository. */
export function gitFolderOf(folder: string): string | undefined {
  const isRepository = (dir: string) =>
    ['HEAD', 'objects', 'refs'].every((name) => fs.existsSync(path.join(dir, name)));
  return [folder, path.join(folder, '.git')].find(isRepository);
}

/** @throws SkilldeckError `import-refused`. */
export async function readLocalGit(gitdir: string, request: GitRequest): Promise<GitSnapshot> {
  const { ref } = request;
  try {
    const oid = await git.resolveRef({ fs, gitdir, ref: ref ?? 'HEAD' }).catch((error: unknown) => {
      if (ref !== undefined && /^[0-9a-f]{4,40}$/.test(ref)) return git.expandOid({ fs, gitdir, oid: ref });
      throw error;
    });
    return await snapshot(gitdir, oid, request);
  } catch (error) {
    const { code } = (error ?? {}) as { code?: unknown };
    throw code === 'NotFoundError' ? hasNot(gitdir, ref, 'refused', error) : explained(error, gitdir);
  }
}

async function snapshot(gitdir: string, oid: string, { ref, path: below, signal }: GitRequest): Promise<GitSnapshot> {
  const cache = {};
  const { oid: commit, commit: content } = await git.readCommit({ fs, gitdir, cache, oid });
  const files: TreeFile[] = [];
  const visit = async (tree: string, prefix: string): Promise<void> => {
    signal.throwIfAborted();
    const { tree: entries } = await git.readTree({ fs, gitdir, cache, oid: tree });
    for (const { path: name, oid: child, mode, type } of entries) {
      const at = prefix === '' ? name : `${prefix}/${name}`;
      if (files.length >= MAX_GIT_TREE) throw refused('git-many-files', { most: MAX_GIT_TREE });
      if (type === 'tree') await visit(child, at);
      else files.push({ path: at, oid: child, mode });
    }
  };
  await visit(await treeAt(gitdir, content.tree, below), '');
  const wanted = skillFolders(files.map((file) => file.path));
  const inSkills = files.filter(
    (file) =>
      wanted.some((folder) => folder === '' || file.path.startsWith(`${folder}/`)) ||
      (isPluginManifest(file.path) && file.mode !== '120000'),
  );
  const submodules = inSkills.filter(({ mode }) => mode === '160000').map((file) => file.path);
  return {
    commit,
    ref,
    submodules,
    has: (dir) => dir === '' || files.some((file) => file.path === dir || file.path.startsWith(`${dir}/`)),
    entries: entriesOf(
      gitdir,
      cache,
      inSkills.filter(({ mode }) => mode !== '160000'),
    ),
  };
}

/** A `SKILL.md` counts as its folder. @throws `import-refused` if there is no such folder. */
async function treeAt(gitdir: string, root: string, below: string): Promise<string> {
  let oid = root;
  for (const part of below.split('/').filter((name) => name !== '')) {
    const { tree } = await git.readTree({ fs, gitdir, oid });
    const found = tree.find((entry) => entry.path === part);
    if (found?.type === 'blob' && /^skill\.md$/i.test(part)) return oid;
    if (found?.type !== 'tree') throw refused('git-no-folder', { folder: escaped(below) });
    oid = found.oid;
  }
  return oid;
}

async function* entriesOf(gitdir: string, cache: object, files: readonly TreeFile[]): AsyncGenerator<SourceEntry> {
  for (const { path: name, oid, mode } of files) {
    const kind = mode === '120000' ? 'symbolic link' : 'file';
    yield {
      path: name,
      kind,
      executable: mode === '100755',
      bytes: undefined,
      content: kind === 'file' ? () => blob(gitdir, cache, oid, name) : noContent,
    };
  }
}

async function* blob(gitdir: string, cache: object, oid: string, name: string): AsyncGenerator<Uint8Array> {
  try {
    yield (await git.readBlob({ fs, gitdir, cache, oid })).blob;
  } catch (error) {
    throw refused('git-file', { name: escaped(name), why: messageOf(error) }, error);
  }
}
