/** Opens a folder, an archive or a Git repository and returns its entries. */

import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isSkilldeckError, SkilldeckError } from '../../../shared/errors.ts';
import { detailed } from '../../../shared/messages/failure.ts';
import { fetchedAddress } from '../../../shared/models/keyless-address.ts';
import { type ImportSource, MAX_UPLOAD_BYTES, type SkillOrigin } from '../../../shared/skills/skill-import.ts';
import { reasonOf } from '../../lib/network-faults.ts';
import { withoutPassword } from '../../lib/text.ts';
import { headOf } from '../discovery/contained-file.ts';
import { discoverRoot, passedOverIn } from '../discovery/read-found.ts';
import {
  type ArchiveAddress,
  assertNoAccount,
  fetchByProgram,
  hasGitProgram,
  looksLikeWeb,
  needsSsh,
  readArchiveAddress,
  readGitAddress,
} from './git.ts';
import { followed, isSafeAddress } from './git-http.ts';
import { assertNoneLeft } from './installed.ts';
import {
  checkedPath,
  escaped,
  GIT_ANSWER_MS,
  GIT_TOTAL_MS,
  inMib,
  MAX_ARCHIVE_BYTES,
  refused,
  refusedFor,
  type SourceEntry,
} from './names.ts';
import { readFolder, readTar } from './read-folder.ts';
import { fetchGit, type GitRequest, type GitSnapshot, gitFolderOf, readLocalGit } from './read-git.ts';
import { readZip } from './read-zip.ts';

// A file from the web: bounded in time, bytes and redirects, compared with its digest.

const WAITS = { answerMs: GIT_ANSWER_MS, totalMs: GIT_TOTAL_MS };

export interface DownloadOptions {
  /** SHA-256 in hexadecimal that the file must have. */
  readonly sha256?: string | undefined;
  readonly maxBytes?: number;
  /** Sent to the address given alone, and to no other origin that it leads to. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds; default 30 s for an answer and 180 s for all of it. */
  readonly waits?: typeof WAITS | undefined;
  readonly signal: AbortSignal;
}

/**
 * @param file absolute; must not exist.
 * @returns its bytes and SHA-256.
 * @throws SkilldeckError `bad-input` for an address that is not encrypted, `import-refused`; the signal's reason on abort.
 */
export async function download(
  address: string,
  file: string,
  { sha256, maxBytes = MAX_ARCHIVE_BYTES, headers = {}, signal, waits = WAITS }: DownloadOptions,
): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const limit = AbortSignal.timeout(waits.totalMs);
  const both = AbortSignal.any([signal, limit]);
  try {
    const response = await fileAt(address, headers, both, waits.answerMs);
    const hash = createHash('sha256');
    let bytes = 0;
    const handle = await open(file, 'wx', 0o600);
    try {
      for await (const chunk of response.body ?? []) {
        bytes += chunk.length;
        if (bytes > maxBytes) throw refused('download-size', { address, size: inMib(maxBytes) });
        hash.update(chunk);
        await handle.writeFile(chunk);
      }
    } finally {
      await handle.close();
    }
    const found = hash.digest('hex');
    if (sha256 !== undefined && found !== sha256.toLowerCase())
      throw refusedFor('damaged', 'download-digest', { address, found, sha256 });
    return { bytes, sha256: found };
  } catch (error) {
    signal.throwIfAborted();
    const { host } = new URL(address);
    if (limit.aborted) throw refusedFor('timeout', 'host-time', { host, seconds: waits.totalMs / 1000 });
    if (error instanceof SkilldeckError) throw error;
    throw refusedFor('damaged', 'host-broke-off', { host, why: reasonOf(error) }, error);
  }
}

/** @throws SkilldeckError as `download`. */
async function fileAt(
  address: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  answerMs: number,
): Promise<Response> {
  const given = new URL(address);
  if (!isSafeAddress(given)) throw detailed('bad-input', 'address-plain', { address });
  const initAt = ({ origin }: URL): RequestInit => (origin === given.origin ? { headers } : {});
  const { response, at } = await followed(address, initAt, signal, answerMs);
  if (response.ok) return response;
  const { status } = response;
  await response.body?.cancel();
  const reason = status === 401 || status === 403 ? 'sign-in' : status < 500 ? 'missing' : 'unreachable';
  throw refusedFor(reason, 'host-no-file', { host: at.host, status });
}

export interface OpenedSource {
  readonly origin: Pick<SkillOrigin, 'kind' | 'address' | 'ref' | 'commit' | 'repository'>;
  /** Folder in the source at which the entries begin, with `/`; '' for its top. */
  readonly path: string;
  /** Id of a skill at the top, where nothing better is known. */
  readonly topName: string;
  /** The top's name is the author's own choice, and not that of a download or a clone. */
  readonly isNamed: boolean;
  readonly entries: AsyncIterable<SourceEntry>;
  readonly packedBytes?: number;
  readonly submodules: readonly string[];
  /** True for a folder of the source, taken or not; absent where all that it has is taken. */
  readonly has?: ((dir: string) => boolean) | undefined;
}

/** Identifies a file by its first bytes, since names can be wrong and uploads lose theirs. */
const ZIP = ['504b0304', '504b0506'];
const GZIP = '1f8b';
const FOREIGN: Readonly<Record<string, string>> = {
  '377abcaf': '7z',
  '52617221': 'rar',
  fd377a58: 'xz',
  '425a6839': 'bzip2',
  '28b52ffd': 'zstd',
};
const TAR_MAGIC_AT = 257;

/**
 * @param work absolute, an empty folder of the caller's, for what has to be fetched first.
 * @throws SkilldeckError `bad-input` for an address that leads nowhere, `import-refused`.
 */
export async function openSource(source: ImportSource, work: string, signal: AbortSignal): Promise<OpenedSource> {
  if (source.kind === 'upload') return openUpload(source, work);
  const { address, ref } = source;
  const below = source.path === undefined ? '' : checkedPath(source.path);
  // The skill's record holds it.
  if (withoutPassword(address).password !== undefined) throw detailed('bad-input', 'address-password');
  assertNoAccount(address);
  const archive = readArchiveAddress(address);
  if (archive !== undefined) return openDownload(archive, work, signal);
  if (needsSsh(address)) {
    const gitdir = path.join(work, 'git');
    return fromGit(address, below, await fetchByProgram(address, gitdir, { ref, path: below, signal }));
  }
  if (looksLikeWeb(address)) {
    const given = readGitAddress(address);
    const at = [given.path === undefined ? '' : checkedPath(given.path), below].filter((part) => part !== '').join('/');
    const gitdir = path.join(work, 'git');
    mkdirSync(gitdir);
    const snapshot = await fetchOnline(given.url, gitdir, { ref: ref ?? given.ref, path: at, signal });
    return fromGit(fetchedAddress(given.url), at, snapshot);
  }
  const isFileAddress = /^file:\/\//i.test(address);
  const place = localPath(address, isFileAddress);
  const stat = statSync(place, { throwIfNoEntry: false });
  if (stat === undefined) throw detailed('bad-input', 'address-nothing', { place: escaped(place) });
  if (stat.isFile() && !/^(?:skill\.md|marketplace\.json)$/i.test(path.basename(place))) {
    if (ref !== undefined || below !== '') throw detailed('bad-input', 'address-archive-part');
    return {
      ...openArchive(place, stat.size),
      origin: { kind: 'archive', address: place },
      topName: nameOfFile(place),
    };
  }
  const folder = realpathSync(stat.isFile() ? path.dirname(place).replace(/[/\\]\.claude-plugin$/, '') : place);
  const gitdir = gitFolderOf(folder);
  if (gitdir !== undefined && (ref !== undefined || isFileAddress || gitdir === folder)) {
    const snapshot = await readLocalGit(gitdir, { ref, path: below, signal });
    return fromGit(folder, below, snapshot);
  }
  if (ref !== undefined)
    throw detailed('bad-input', 'address-no-branch', { folder: escaped(folder), ref: escaped(ref) });
  return openFolder(folder, below);
}

/** Fetches without signing in first; a repository that is not for everybody is fetched by the installed `git`. */
async function fetchOnline(url: string, gitdir: string, request: GitRequest): Promise<GitSnapshot> {
  try {
    return await fetchGit(url, gitdir, request);
  } catch (error) {
    const status = isSkilldeckError(error) ? error.figures?.status : undefined;
    if (status === undefined || !hasGitProgram()) throw error;
    rmSync(gitdir, { recursive: true, force: true });
    // Where git cannot sign in either, what the host said of it explains more than what git says.
    return fetchByProgram(url, gitdir, request).catch((other: unknown) => {
      throw status === 404 ? error : other;
    });
  }
}

async function openDownload({ url, sha256 }: ArchiveAddress, work: string, signal: AbortSignal): Promise<OpenedSource> {
  const file = path.join(work, 'download');
  const { bytes } = await download(url, file, { sha256, signal });
  const stored = fetchedAddress(url);
  const address = sha256 === undefined ? stored : `${stored}#sha256=${sha256}`;
  const name = nameOfFile(decodeURIComponent(new URL(url).pathname));
  return { ...openArchive(file, bytes), origin: { kind: 'archive', address }, topName: name };
}

function localPath(address: string, isFileAddress: boolean): string {
  if (isFileAddress) {
    try {
      return fileURLToPath(address);
    } catch {
      throw detailed('bad-input', 'address-not-local', { address: escaped(address) });
    }
  }
  const given = address.replace(/^~(?=$|[/\\])/, os.homedir());
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(given)?.[1]?.toLowerCase();
  if (scheme !== undefined) throw detailed('bad-input', 'address-kind', { address: escaped(address), scheme });
  if (!path.isAbsolute(given)) throw detailed('bad-input', 'address-relative', { address: escaped(address) });
  return path.resolve(given);
}

const fromGit = (
  address: string,
  at: string,
  { commit, ref, submodules, entries, has }: GitSnapshot,
): OpenedSource => ({
  has,
  origin: { kind: 'git', address, ...(ref === undefined ? {} : { ref }), commit },
  path: at,
  topName:
    (at === '' ? address : at)
      .replace(/\/+$/, '')
      .split(/[/\\]/)
      .pop()
      ?.replace(/\.git$/, '') ?? 'skill',
  isNamed: at !== '',
  entries,
  submodules: submodules.map((one) => (at === '' ? one : `${at}/${one}`)),
});

async function openFolder(folder: string, below: string): Promise<OpenedSource> {
  const top = path.join(folder, below);
  if (!statSync(top, { throwIfNoEntry: false })?.isDirectory())
    throw detailed('bad-input', 'address-no-folder', { folder: escaped(folder), below: escaped(below) });
  const real = realpathSync(top);
  return {
    origin: { kind: 'folder', address: folder },
    path: below,
    topName: path.basename(real),
    isNamed: true,
    entries: readFolder(real, await foldersOf(real)),
    submodules: [],
    has: (dir) => statSync(path.join(real, dir), { throwIfNoEntry: false })?.isDirectory() === true,
  };
}

/** Only a folder's skills are copied: it may be the user's whole home. @throws `import-refused`. */
async function foldersOf(dir: string): Promise<readonly string[]> {
  const root = { dir, source: 'option', collection: true } as const;
  const { found = [], diagnostics = [] } = (await discoverRoot(root)) ?? {};
  const inside = (place: string): string => path.relative(dir, place).split(path.sep).join('/');
  if (found.length === 0) assertNoneLeft(passedOverIn(diagnostics).map((file) => inside(path.dirname(file))));
  return found.map((skill) => inside(skill.dir));
}

const nameOfFile = (file: string): string => path.basename(file).replace(/\.(?:zip|skill|jar|tar|tgz|tar\.gz)$/i, '');

function openUpload({ name, base64 }: ImportSource & { kind: 'upload' }, work: string): OpenedSource {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > MAX_UPLOAD_BYTES) throw refused('import-upload-size', { size: inMib(MAX_UPLOAD_BYTES) });
  const file = path.join(work, 'upload');
  writeFileSync(file, bytes, { mode: 0o600 });
  const shown = path.basename(name.replaceAll('\\', '/'));
  return { ...openArchive(file, bytes.length), origin: { kind: 'upload', address: shown }, topName: nameOfFile(shown) };
}

/** @throws `import-refused`. */
function openArchive(file: string, size: number): Omit<OpenedSource, 'origin' | 'topName'> {
  if (size > MAX_ARCHIVE_BYTES) throw refused('import-archive-size', { size: inMib(MAX_ARCHIVE_BYTES) });
  const head = headOf(file, TAR_MAGIC_AT + 5);
  const hex = head.toString('hex', 0, 4);
  const common = { path: '', isNamed: false, packedBytes: size, submodules: [] };
  if (ZIP.includes(hex)) return { ...common, entries: readZip(file) };
  if (hex.startsWith(GZIP)) return { ...common, entries: readTar(file, size, true) };
  if (head.toString('latin1', TAR_MAGIC_AT, TAR_MAGIC_AT + 5) === 'ustar')
    return { ...common, entries: readTar(file, size, false) };
  const foreign = FOREIGN[hex];
  if (foreign !== undefined) throw refused('import-other-archive', { kind: foreign });
  throw refused('import-no-archive');
}
