/** Shows what would change if a skill replaces another. */
import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { createTwoFilesPatch } from 'diff';
import type { FileChange } from '../../../shared/skills/skill-import.ts';
import { attempt } from '../../lib/files.ts';
import { MAX_DIFF_BYTES, MAX_DIFF_CHARS, MAX_DIFF_EDITS, MAX_DIFFS_CHARS, type TreeFile } from './names.ts';

export interface Difference {
  readonly added: string[];
  readonly removed: string[];
  readonly changed: FileChange[];
}

/** @param before what is there, as far as it could be read. */
export function differenceOf(before: readonly TreeFile[], after: readonly TreeFile[]): Difference {
  const old = new Map(before.map((file) => [file.path, file]));
  const fresh = new Set(after.map((file) => file.path));
  let left = MAX_DIFFS_CHARS;
  const changed = after.flatMap((file): FileChange[] => {
    const was = old.get(file.path);
    if (was === undefined) return [];
    if (was.sha256 === file.sha256)
      return was.executable === file.executable ? [] : [{ path: file.path, note: 'mode-only' }];
    const change = changeOf(was, file, left);
    left -= change.diff?.length ?? 0;
    return [change];
  });
  return {
    added: after.filter((file) => !old.has(file.path)).map((file) => file.path),
    removed: before.filter((file) => !fresh.has(file.path)).map((file) => file.path),
    changed,
  };
}

function changeOf(was: TreeFile, file: TreeFile, left: number): FileChange {
  const { path } = file;
  if (Math.max(was.bytes, file.bytes) > MAX_DIFF_BYTES || left <= 0) return { path, note: 'too-large' };
  const before = textOf(was);
  const after = textOf(file);
  if (before === undefined || after === undefined) return { path, note: 'binary' };
  const options = { maxEditLength: MAX_DIFF_EDITS, context: 3 };
  const diff = createTwoFilesPatch(path, path, before, after, undefined, undefined, options);
  if (diff === undefined) return { path, note: 'too-large' };
  const most = Math.min(MAX_DIFF_CHARS, left);
  if (diff.length <= most) return { path, diff };
  return { path, diff: diff.slice(0, diff.lastIndexOf('\n', most) + 1), note: 'cut' };
}

/** Format of `diff -u`; cut where it is long. */
export function differenceText(path: string, before: string, after: string): string {
  const options = { maxEditLength: MAX_DIFF_EDITS, context: 3 };
  return (createTwoFilesPatch(path, path, before, after, undefined, undefined, options) ?? '').slice(0, MAX_DIFF_CHARS);
}

/** Does not follow links: their targets must not be shown. */
function textOf({ absolute, regular }: TreeFile): string | undefined {
  const bytes = regular ? attempt(() => readFileSync(absolute)) : undefined;
  return bytes !== undefined && isUtf8(bytes) && !bytes.includes(0) ? bytes.toString('utf8') : undefined;
}
