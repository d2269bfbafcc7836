/** A skill's files as the lines of a tree: a folder's own files first, then its folders. */
import type { SkillFileEntry } from '../../../../shared/author.ts';

interface FileRow {
  readonly kind: 'file';
  readonly path: string;
  readonly name: string;
  /** 1-based. */
  readonly level: number;
  readonly file: SkillFileEntry;
}

interface FolderRow {
  readonly kind: 'folder';
  readonly path: string;
  readonly name: string;
  readonly level: number;
  readonly open: boolean;
}

export type TreeRow = FileRow | FolderRow;

/**
 * @param unfolded by path, what the person folded or unfolded; else a folder at the top is open, and one with the active file.
 */
export function rowsOf(
  files: readonly SkillFileEntry[],
  unfolded: ReadonlyMap<string, boolean>,
  active: string | undefined,
): TreeRow[] {
  const below = (folder: string, level: number): TreeRow[] => {
    const prefix = folder === '' ? '' : `${folder}/`;
    const inside = files.filter(({ path }) => path.startsWith(prefix));
    const own = inside.filter(({ path }) => !path.slice(prefix.length).includes('/'));
    const folders = [
      ...new Set(inside.filter((file) => !own.includes(file)).map(({ path }) => firstStep(path, prefix))),
    ];
    return [
      ...own
        .toSorted((a, b) => Number(b.role === 'instructions') - Number(a.role === 'instructions'))
        .map((file): FileRow => ({ kind: 'file', path: file.path, name: file.path.slice(prefix.length), level, file })),
      ...folders.flatMap((name): TreeRow[] => {
        const path = prefix + name;
        const open = unfolded.get(path) ?? (level === 1 || active?.startsWith(`${path}/`) === true);
        return [{ kind: 'folder', path, name, level, open }, ...(open ? below(path, level + 1) : [])];
      }),
    ];
  };
  return below('', 1);
}

const firstStep = (path: string, prefix: string): string => path.slice(prefix.length).split('/')[0] ?? '';
