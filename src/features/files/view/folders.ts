/** Files of a workspace as a person looks for them: by what they are for. */
import type { WorkspaceFile } from '../../../shared/contract/files.ts';

const FOLDERS = ['out', 'inputs', 'work', 'runs'] as const;
type FolderName = (typeof FOLDERS)[number];

const PREFIXES: Readonly<Record<FolderName, string>> = {
  out: 'out/',
  inputs: 'work/inputs/',
  work: 'work/',
  runs: 'runs/',
};

export interface FolderOfFiles {
  readonly name: FolderName;
  readonly bytes: number;
  /** The latest first. */
  readonly files: readonly (WorkspaceFile & { readonly shown: string })[];
}

/** Those with files. */
export function inFolders(files: readonly WorkspaceFile[]): FolderOfFiles[] {
  const folderOf = (path: string): FolderName | undefined => FOLDERS.find((name) => path.startsWith(PREFIXES[name]));
  return FOLDERS.flatMap((name) => {
    const own = files
      .filter(({ path }) => folderOf(path) === name)
      .map((file) => ({ ...file, shown: file.path.slice(PREFIXES[name].length) }))
      .sort((a, b) => b.modified.localeCompare(a.modified) || a.path.localeCompare(b.path));
    if (own.length === 0) return [];
    return [{ name, files: own, bytes: own.reduce((sum, { bytes }) => sum + bytes, 0) }];
  });
}
