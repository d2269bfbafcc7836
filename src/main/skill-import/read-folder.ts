/** A folder on this machine as entries. */
import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { readInto, withFileInside } from '../skills/discovery/contained-file.ts';
import { noContent, type SourceEntry } from './entry.ts';
import { inMib, MAX_FILE_BYTES } from './limits.ts';
import { isJunk } from './names.ts';
import { escaped, refused } from './refused.ts';

/** Also the execute bit of the owner: what Windows has none of. */
const EXECUTE = 0o100;

/** @param below the folders to take, relative to `top`; '' for all of it. */
export async function* readFolder(top: string, below: readonly string[]): AsyncGenerator<SourceEntry> {
  for (const folder of below) yield* walk(top, folder);
}

async function* walk(top: string, relative: string): AsyncGenerator<SourceEntry> {
  let entries: Dirent[];
  try {
    entries = readdirSync(path.join(top, relative), { withFileTypes: true });
  } catch (error) {
    throw refused('import-folder-unreadable', { name: escaped(relative) }, error);
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const below = relative === '' ? entry.name : `${relative}/${entry.name}`;
    if (entry.isDirectory()) {
      // Staging skips junk anyway, and a `.git` can hold any number of files.
      if (isJunk(entry.name)) continue;
      yield { path: below, kind: 'folder', executable: false, bytes: undefined, content: noContent };
      yield* walk(top, below);
    } else yield fileEntry(top, below, entry);
  }
}

function fileEntry(top: string, relative: string, entry: Dirent): SourceEntry {
  const kind = entry.isFile() ? 'file' : entry.isSymbolicLink() ? 'symbolic link' : 'device or pipe';
  const absolute = path.join(top, ...relative.split('/'));
  const stat = lstatSync(absolute, { throwIfNoEntry: false });
  return {
    path: relative,
    kind,
    executable: ((stat?.mode ?? 0) & EXECUTE) !== 0,
    bytes: stat?.size,
    async *content() {
      yield readWhole(top, absolute, relative);
    },
  };
}

/** @throws `import-refused`. */
function readWhole(top: string, absolute: string, name: string): Buffer {
  const opened = withFileInside(top, absolute, (fd, size) => {
    if (size > MAX_FILE_BYTES) throw refused('import-file-size', { name: escaped(name), size: inMib(MAX_FILE_BYTES) });
    const bytes = Buffer.alloc(size);
    return bytes.subarray(0, readInto(fd, bytes));
  });
  if (opened.fault !== undefined) throw refused('import-file-unreadable', { name: escaped(name) });
  return opened.value;
}
