/**
 * Permanent storage of files that runs leave in `out/`: content-addressed under `HOME/artifacts/`, one version per name
 * and changed content. The session's log holds the versions; this file knows only contents.
 */
import { createHash } from 'node:crypto';
import { lstat, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { OutputFile } from '../../../shared/events.ts';
import { typeByName } from '../../lib/app-files.ts';
import { putFile } from '../../lib/files.ts';
import type { Mask } from '../../lib/mask-secrets.ts';
import { sha256 } from '../../lib/text.ts';
import { MAX_WALKED, walkFiles } from './copy-workspace.ts';
import { folderUsage } from './folder-usage.ts';
import { boundedNotes, maskContent, secretNote } from './media.ts';
import { openInside } from './open-inside.ts';

/** CONTRACT §7. */
export const MAX_FILE_BYTES = 4 * 1024 * 1024;
export const MAX_FILES = 100;
export const MAX_TOTAL_BYTES = 64 * 1024 * 1024;
const MEBIBYTE = 1024 * 1024;
/** Files of one run that its event names, the kept ones and those that are too large. */
const MAX_NAMED = 2 * MAX_FILES;

const SHA256 = /^[0-9a-f]{64}$/;

export interface KnownArtifact {
  readonly name: string;
  readonly version: number;
  readonly sha256: string;
  /** Deleted by the user: its number stays taken, its content returns only if saved again. */
  readonly deletedAt?: string | undefined;
}

interface Collected {
  /** New and changed files; those with a `version` are kept, the others are over a limit. */
  readonly files: readonly OutputFile[];
  /** Skipped files, with the reasons in words. */
  readonly notes: readonly string[];
}

export type SavedArtifact = OutputFile & { readonly version: number; readonly sha256: string };

interface CollectOptions {
  /** The command that wrote there failed: what it left empty is left out. */
  readonly failed?: boolean | undefined;
  /** Milliseconds since the epoch: of files that cannot be kept, only those changed since then are reported. */
  readonly since?: number | undefined;
  /** Hides secrets in what is kept. */
  readonly mask?: Mask | undefined;
}

export type ArtifactStore = ReturnType<typeof createArtifactStore>;

/** The latest version of each name. */
function latestOf(known: readonly KnownArtifact[]): ReadonlyMap<string, KnownArtifact> {
  const latest = new Map<string, KnownArtifact>();
  for (const item of known) if ((latest.get(item.name)?.version ?? 0) < item.version) latest.set(item.name, item);
  return latest;
}

function nextVersion(name: string, hash: string, known: readonly KnownArtifact[]): number {
  const before = latestOf(known).get(name);
  return before?.sha256 === hash && before.deletedAt === undefined ? before.version : (before?.version ?? 0) + 1;
}

export function mimeOf(name: string, content: Buffer): string {
  const byName = typeByName(name);
  if (byName !== undefined) return byName;
  const sample = content.subarray(0, 8192);
  return sample.includes(0) || sample.toString('utf8').slice(0, -4).includes('\ufffd')
    ? 'application/octet-stream'
    : 'text/plain';
}

/** Milliseconds by which a file system's clock lags behind. */
const CLOCK_LAG_MS = 50;

const changedSince = async (file: string, since: number): Promise<boolean> => {
  const info = await lstat(file).catch(() => undefined);
  return info === undefined || info.ctimeMs >= since - CLOCK_LAG_MS;
};

export function createArtifactStore(home: string) {
  const root = path.join(path.resolve(home), 'artifacts');
  const fileOf = (hash: string): string => path.join(root, hash.slice(0, 2), hash);

  /** Resolves when it is on disk; under its final name only when complete. Replaces a damaged file there. */
  const keep = async (hash: string, content: Buffer): Promise<void> => {
    const file = fileOf(hash);
    const size = (await stat(file).catch(() => undefined))?.size;
    if (size === content.length && (await readFile(file).catch(() => undefined))?.equals(content) === true) return;
    await putFile(root, async (handle) => {
      await handle.writeFile(content);
      return file;
    });
  };

  return {
    /**
     * Compares `out` with the latest versions known and keeps what is new. Links count only where they end inside the
     * workspace, in which it lies.
     */
    async collect(
      out: string,
      known: readonly KnownArtifact[],
      { failed = false, since = 0, mask }: CollectOptions = {},
    ): Promise<Collected> {
      const latest = latestOf(known);
      const files: OutputFile[] = [];
      const notes: string[] = [];
      const told = boundedNotes((more) => `${more} more files of out/ were left out likewise.`);
      let kept = 0;
      let keptBytes = 0;
      let beyond = 0;
      const workspace = path.dirname(out);
      const { names, complete } = await walkFiles(out, { within: workspace });
      if (!complete) notes.push(`out/ holds more than ${MAX_WALKED} entries; only the first ones were looked at.`);
      for (const name of names) {
        const opened = await openInside(workspace, path.join(out, name));
        if (opened === undefined) {
          if (await changedSince(path.join(out, name), since))
            told.add(`out/${name} is a link that leads outside the workspace, or no regular file; it was left out.`);
          continue;
        }
        const { handle, bytes } = opened;
        try {
          if (bytes > MAX_FILE_BYTES) {
            // A skipped file has no version by which to know it: an earlier run reported it.
            if (!(await changedSince(path.join(out, name), since))) continue;
            told.add(
              `out/${name} has ${(bytes / MEBIBYTE).toFixed(1)} MiB, over the limit of ${MAX_FILE_BYTES / MEBIBYTE} MiB a file; it stays in the workspace and is not kept as an artifact.`,
            );
            if (files.length < MAX_NAMED)
              files.push({ name, mime: typeByName(name) ?? 'application/octet-stream', bytes });
            continue;
          }
          if (failed && bytes === 0 && !latest.has(name)) {
            told.add(`out/${name} is empty and was left out, as the command failed.`);
            continue;
          }
          const before = latest.get(name);
          const isFull = kept >= MAX_FILES || keptBytes + bytes > MAX_TOTAL_BYTES;
          // Not read to be left out: a run can leave ten thousand files.
          if (isFull && before === undefined) {
            beyond += 1;
            continue;
          }
          const hidden = await maskContent(name, await handle.readFile(), mask);
          const { content } = hidden;
          if (content === undefined) {
            if (!(await changedSince(path.join(out, name), since))) continue;
            told.add(secretNote(`out/${name}`, hidden, mask));
            continue;
          }
          const hash = sha256(content);
          if (before?.sha256 === hash) continue;
          if (kept >= MAX_FILES || keptBytes + content.length > MAX_TOTAL_BYTES) {
            beyond += 1;
            continue;
          }
          await keep(hash, content);
          if (hidden.found) told.add(secretNote(`out/${name}`, hidden, mask));
          kept += 1;
          keptBytes += content.length;
          const version = (before?.version ?? 0) + 1;
          files.push({ name, mime: mimeOf(name, content), bytes: content.length, sha256: hash, version });
        } finally {
          await handle.close();
        }
      }
      notes.push(...told.all());
      if (beyond > 0) {
        notes.push(
          `${beyond} more files in out/ were not kept: a run keeps at most ${MAX_FILES} files and ${MAX_TOTAL_BYTES / MEBIBYTE} MiB. They stay in the workspace.`,
        );
      }
      return { files, notes };
    },
    /** Content as a version of `name`; the latest one where that has the same content. On the disk when it resolves. */
    async save(name: string, content: Buffer, known: readonly KnownArtifact[]): Promise<SavedArtifact> {
      const hash = sha256(content);
      await keep(hash, content);
      const version = nextVersion(name, hash, known);
      return { name, mime: mimeOf(name, content), bytes: content.length, sha256: hash, version };
    },
    /** Like `save`, for a text file of any length; undefined where it is gone or has become something else. */
    async saveTextFile(
      name: string,
      file: string,
      known: readonly KnownArtifact[],
    ): Promise<SavedArtifact | undefined> {
      const source = await openInside(path.dirname(file), file);
      if (source === undefined) return undefined;
      const hasher = createHash('sha256');
      let bytes = 0;
      let hash = '';
      await putFile(root, async (target) => {
        for await (const part of source.handle.createReadStream({ autoClose: false })) {
          hasher.update(part);
          bytes += part.length;
          await target.writeFile(part);
        }
        hash = hasher.digest('hex');
        return fileOf(hash);
      }).finally(() => source.handle.close());
      return { name, mime: 'text/plain', bytes, sha256: hash, version: nextVersion(name, hash, known) };
    },
    /** True if the content is stored; does not read it. */
    async has(contentSha256: string): Promise<boolean> {
      return SHA256.test(contentSha256) && (await stat(fileOf(contentSha256)).catch(() => undefined)) !== undefined;
    },
    /** Removes contents. The caller knows that no session refers to them. */
    async remove(contents: Iterable<string>): Promise<void> {
      for (const hash of contents) if (SHA256.test(hash)) await rm(fileOf(hash), { force: true });
    },
    usage: () => folderUsage(root),
    /** Undefined where the content is gone. */
    async read(contentSha256: string): Promise<Buffer | undefined> {
      if (!SHA256.test(contentSha256)) return undefined;
      const content = await readFile(fileOf(contentSha256)).catch(() => undefined);
      return content !== undefined && sha256(content) === contentSha256 ? content : undefined;
    },
  };
}
