/** The files that a run was asked to give back, by pattern (seeds/002 `outputs`, `output_files`; CONTRACT §7). */
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { typeByName } from '../lib/app-files.ts';
import type { Mask } from '../lib/mask-secrets.ts';
import { globBase, globMatcher, isGlob } from './glob-match.ts';
import { folderVariables, type RunFolders } from './run-environment.ts';
import {
  type ArtifactStore,
  type KnownArtifact,
  MAX_FILE_BYTES,
  MAX_FILES,
  MAX_TOTAL_BYTES,
  mimeOf,
  type SavedArtifact,
} from './workspace/artifacts.ts';
import { MAX_WALKED, type WalkedFiles, walkFiles } from './workspace/copy-workspace.ts';
import { boundedNotes, maskContent, secretNote } from './workspace/media.ts';
import { type OpenedFile, openInside } from './workspace/open-inside.ts';
import { textOf } from './workspace/utf8-text.ts';
import { THROUGH, WORK_LINKS } from './workspace/work-links.ts';
import { isInside, RECORDS } from './workspace/workspace.ts';

// Files of the workspace that a run's output patterns name (seeds/002 `globs`, `output_files`).

/** Named where a pattern finds nothing. */
const MAX_LISTED = 20;

/** `given` relative to the workspace, with `/`; undefined where it leads outside. */
function workspacePattern(given: string, folders: RunFolders): string | undefined {
  const slashed = path.sep === '/' ? given : given.replaceAll('\\', '/');
  const root = folders.workspace.replaceAll(path.sep, '/');
  const variables = folderVariables(folders);
  const expanded = slashed.replace(/^\$(?:\{([A-Z_]+)\}|([A-Z_]+))(?=\/|$)/, (whole, braced, bare) => {
    return variables[braced ?? bare]?.replaceAll(path.sep, '/') ?? whole;
  });
  const absolute = path.posix.isAbsolute(expanded) || path.isAbsolute(expanded);
  const normal = path.posix.normalize(absolute ? expanded : `${root}/${expanded}`).replace(/\/$/, '');
  if (normal === root) return '';
  return normal.startsWith(`${root}/`) ? normal.slice(root.length + 1) : undefined;
}

/** Our own records of runs, the skills, and what `work/` shows of other folders: only for who names them. */
const IN_WORK = Object.keys(WORK_LINKS).map((name) => `work/${name}`);
const PASSED_OVER = new Set(['runs', RECORDS, THROUGH, 'skills', ...IN_WORK]);
const entersUnasked = (folder: string): boolean => !PASSED_OVER.has(folder);

async function matches(root: string, pattern: string): Promise<WalkedFiles | 'outside' | 'too many'> {
  // A file may be called `a[1].txt`: what is there under exactly this name is what is meant.
  const literal = await stat(path.join(root, pattern)).catch(() => undefined);
  if (literal !== undefined && !literal.isDirectory()) return { names: [pattern], complete: true };
  const whole = literal?.isDirectory() ? `${pattern === '' ? '' : `${pattern}/`}**` : pattern;
  if (literal === undefined && !isGlob(whole)) return { names: [], complete: true };
  const base = literal === undefined ? globBase(whole) : pattern;
  const real = await realpath(path.join(root, base)).catch(() => undefined);
  if (real === undefined) return { names: [], complete: true };
  if (!isInside(root, real)) return 'outside';
  const matcher = literal === undefined ? globMatcher(whole) : () => true;
  if (matcher === undefined) return 'too many';
  return walkFiles(root, { base, takes: matcher, enters: entersUnasked, within: root });
}

async function nothing(pattern: string, given: string, root: string): Promise<string> {
  let folder = globBase(pattern);
  while (
    folder !== '' &&
    folder !== '.' &&
    !(await stat(path.join(root, folder)).catch(() => undefined))?.isDirectory()
  ) {
    folder = path.posix.dirname(folder);
  }
  const { names } = await walkFiles(root, { base: folder === '.' ? '' : folder, enters: entersUnasked });
  const shown = names.slice(0, MAX_LISTED).join(', ');
  const more = names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : '';
  const where = folder === '' || folder === '.' ? 'the workspace' : `${folder}/`;
  return `${given} matches no file. In ${where} there ${shown === '' ? 'is no file' : `is: ${shown}${more}`}. Patterns are relative to the workspace; write results to $OUTPUT_DIR, which is out/.`;
}

/**
 * All files that match a pattern, each once, sorted; a link comes after its target.
 * @param notes receives patterns that match nothing or may not be searched.
 */
async function matchingFiles(
  globs: readonly string[],
  folders: RunFolders,
  notes: string[],
): Promise<{ names: string[]; complete: boolean }> {
  const root = folders.workspace;
  const told = boundedNotes((more) => `${more} more patterns found nothing, or lead outside.`);
  const found = new Set<string>();
  let complete = true;
  for (const given of new Set(globs)) {
    const pattern = workspacePattern(given, folders);
    const matched = pattern === undefined ? 'outside' : await matches(root, pattern);
    if (pattern === undefined || matched === 'outside') {
      told.add(`${given} leads outside the workspace and was left out.`);
      continue;
    }
    if (matched === 'too many') {
      told.add(
        `${given.slice(0, 100)} is too long or stands for too many patterns, by its braces, and was left out. Give several patterns.`,
      );
      continue;
    }
    if (!matched.complete) {
      complete = false;
      told.add(`${given}: more than ${MAX_WALKED} entries; only the first ones were looked at.`);
    }
    if (matched.names.length === 0) told.add(await nothing(pattern, given, root));
    for (const name of matched.names) found.add(name);
  }
  notes.push(...told.all());
  const byReal = new Map<string, string>();
  for (const name of [...found].sort()) {
    const real = await realpath(path.join(root, name)).catch(() => undefined);
    // Its own name before a link's.
    if (real === undefined) byReal.set(name, name);
    else if (!byReal.has(real) || real === path.join(root, name)) byReal.set(real, name);
  }
  return { names: [...byReal.values()].sort(), complete };
}

/** UTF-8 bytes of one file's text, and of all texts, in a result: a model reads it. */
const MAX_INLINE_BYTES = 16 * 1024;
const MAX_INLINE_TOTAL_BYTES = 64 * 1024;

export interface OutputSpec {
  /** Relative to the workspace; `$OUTPUT_DIR/**` and its like are understood. */
  readonly globs: readonly string[];
  readonly inline: boolean;
  /** Each file becomes an artifact, `prefix` before its name. */
  readonly save: boolean;
  readonly prefix: string;
  /** Capped at `MAX_FILES`, `MAX_FILE_BYTES` and `MAX_TOTAL_BYTES`, which are the defaults. */
  readonly maxFiles?: number | undefined;
  readonly maxFileBytes?: number | undefined;
  readonly maxTotalBytes?: number | undefined;
}

interface DeclaredFile {
  /** Relative to the workspace, with `/`. */
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
  readonly content?: string;
  /** True where `content` is not all of it. */
  readonly cut?: boolean;
}

export interface DeclaredOutputs {
  readonly files: readonly DeclaredFile[];
  /** Versions that were asked for, the unchanged ones too. */
  readonly saved: readonly SavedArtifact[];
  /** True where a limit left something out. */
  readonly truncated: boolean;
  /** Skipped files, with the reasons in words. */
  readonly notes: readonly string[];
}

interface Surroundings {
  readonly folders: RunFolders;
  readonly artifacts: Pick<ArtifactStore, 'save'>;
  readonly known: readonly KnownArtifact[];
  /** The command failed: what it left empty is left out. */
  readonly failed: boolean;
  /** Hides secrets in what is saved. */
  readonly mask?: Mask | undefined;
}

const MEBIBYTE = 1024 * 1024;
const limited = (given: number | undefined, most: number): number =>
  given === undefined || given <= 0 ? most : Math.min(given, most);
const size = (bytes: number): string =>
  bytes < MEBIBYTE ? `${bytes} bytes` : `${(bytes / MEBIBYTE).toFixed(1).replace(/\.0$/, '')} MiB`;

interface Limits {
  readonly files: number;
  readonly fileBytes: number;
  readonly totalBytes: number;
}

interface CollectedFile {
  readonly file: DeclaredFile;
  /** All of it, where it may be saved. */
  readonly content: Buffer;
  readonly note?: string;
}

/** Reads the part of an open file that goes into the result. @param room for its text, in bytes. */
async function take(
  name: string,
  { handle, bytes }: OpenedFile,
  spec: OutputSpec,
  most: number,
  room: number,
): Promise<CollectedFile> {
  const tooLarge = bytes > most;
  // Reads what may be saved; else what may be shown, and enough to detect text.
  const buffer = Buffer.alloc(spec.save && !tooLarge ? bytes : Math.min(bytes, Math.max(room + 4, 8192)));
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
  const content = buffer.subarray(0, bytesRead);
  const text = textOf(content, Math.max(room, 1));
  const inline = spec.inline && text !== undefined && (room > 0 || bytes === 0);
  const shown = inline ? Buffer.byteLength(text.text) : 0;
  const cut = inline && (text.cut || bytes > content.length);
  const file = {
    name,
    mime: typeByName(name) ?? mimeOf(name, content),
    bytes,
    ...(inline ? { content: text.text } : {}),
    ...(cut ? { cut } : {}),
  };
  if (tooLarge) {
    const unsaved = spec.save ? ' and was not saved' : '';
    return {
      file,
      content,
      note: `${name} has ${size(bytes)}, over the limit of ${size(most)} a file; it stays in the workspace${unsaved}.`,
    };
  }
  if (!spec.inline || text === undefined || (inline && !cut)) return { file, content };
  const what = inline ? `only the first ${shown} of ${bytes} bytes are` : 'its text is not';
  const why = `a result has room for ${size(MAX_INLINE_BYTES)} a file and ${size(MAX_INLINE_TOTAL_BYTES)} in all`;
  return { file, content, note: `${name}: ${what} shown; ${why}.` };
}

export async function collectOutputs(spec: OutputSpec, around: Surroundings): Promise<DeclaredOutputs> {
  const limits: Limits = {
    files: limited(spec.maxFiles, MAX_FILES),
    fileBytes: limited(spec.maxFileBytes, MAX_FILE_BYTES),
    totalBytes: limited(spec.maxTotalBytes, MAX_TOTAL_BYTES),
  };
  const notes: string[] = [];
  const told = boundedNotes((more) => `${more} more files were cut or left out likewise.`);
  const files: DeclaredFile[] = [];
  const saved: SavedArtifact[] = [];
  const { names, complete } = await matchingFiles(spec.globs, around.folders, notes);
  let truncated = !complete;
  let totalBytes = 0;
  let inlined = 0;
  let beyond = 0;

  for (const name of names) {
    if (files.length >= limits.files) {
      beyond += 1;
      continue;
    }
    const opened = await openInside(around.folders.workspace, name);
    if (opened === undefined) {
      told.add(`${name} is a link that leads outside the workspace, or no regular file; it was left out.`);
      continue;
    }
    const { handle, bytes } = opened;
    try {
      const small = bytes <= limits.fileBytes;
      if (bytes === 0 && around.failed) {
        told.add(`${name} is empty and was left out, as the command failed.`);
      } else if (small && totalBytes + bytes > limits.totalBytes) {
        beyond += 1;
      } else {
        const room = Math.min(MAX_INLINE_BYTES, MAX_INLINE_TOTAL_BYTES - inlined, limits.fileBytes);
        const { file, content, note } = await take(name, opened, spec, limits.fileBytes, room);
        files.push(file);
        inlined += Buffer.byteLength(file.content ?? '');
        if (small) totalBytes += bytes;
        if (note !== undefined) told.add(note);
        truncated ||= note !== undefined;
        if (spec.save && small) {
          // A file in out/ keeps its name there as an artifact, as in every run.
          const artifact = `${spec.prefix}${name.replace(/^out\//, '')}`;
          const hidden = await maskContent(name, content, around.mask);
          if (hidden.found) told.add(secretNote(name, hidden, around.mask));
          if (hidden.content !== undefined)
            saved.push(await around.artifacts.save(artifact, hidden.content, [...around.known, ...saved]));
        }
      }
    } finally {
      await handle.close();
    }
  }
  notes.push(...told.all());
  if (beyond > 0) {
    truncated = true;
    notes.push(
      `${beyond} more matching ${beyond === 1 ? 'file was' : 'files were'} left out: at most ${limits.files} files and ${size(limits.totalBytes)} in all. They stay in the workspace.`,
    );
  }
  return { files, saved, truncated, notes };
}
