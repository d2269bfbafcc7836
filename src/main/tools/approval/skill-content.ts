/** Hashes all of a skill's folder: approving one of its scripts also approves what it can import. */
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import path from 'node:path';
import { sha256 } from '../../lib/sha256.ts';

/** Version control's folder, which every access changes. All else counts, under any name: a script can run it. */
const NO_CONTENT = '.git';
/** Bytes that are read; of what is beyond, size and times must do. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Never throws: what cannot be read is part of the hash as such. Links are not followed, where they lead counts.
 * @param script that is run: counts also in a folder that does not.
 */
export function skillContent(dir: string, script?: string): string {
  const lines: string[] = [];
  let left = MAX_BYTES;
  const fileLine = (file: string): string => {
    const { size, mtimeMs, ctimeMs } = statSync(file);
    left -= size;
    return left < 0 ? `${size} ${mtimeMs} ${ctimeMs}` : sha256(readFileSync(file));
  };
  const visit = (folder: string): string => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory() && entry.name === NO_CONTENT) continue;
      const file = path.join(folder, entry.name);
      const say = (what: () => string): void => {
        lines.push(`${JSON.stringify(path.relative(dir, file))} ${orFault(what)}`);
      };
      if (entry.isDirectory()) say(() => visit(file));
      else if (entry.isSymbolicLink()) say(() => `link ${readlinkSync(file)}`);
      else if (entry.isFile()) say(() => fileLine(file));
    }
    return 'folder';
  };
  lines.push(orFault(() => visit(dir)));
  if (script?.split(path.sep).includes(NO_CONTENT)) lines.push(orFault(() => sha256(readFileSync(script))));
  return sha256(lines.sort().join('\n'));
}

function orFault(what: () => string): string {
  try {
    return what();
  } catch {
    return 'unreadable';
  }
}
