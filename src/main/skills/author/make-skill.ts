/** New skill folders, and folders under a new name: whole or not at all. */

import { existsSync, lstatSync, mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { messageOf, type SkilldeckError } from '../../../shared/errors.ts';
import { detailed } from '../../../shared/messages/detail.ts';
import { replaceFile } from '../../lib/replace-file.ts';
import { withFileInside } from '../discovery/contained-file.ts';
import { listFolder } from '../discovery/skill-files.ts';
import { readBytes } from '../references.ts';
import { readSkillFile } from './files.ts';
import { withName } from './set-name.ts';
import type { SkillPlace } from './skill-place.ts';

interface NewFile {
  readonly bytes: string | Uint8Array;
  readonly mode: number;
}

const isCompiled = (file: string): boolean => file.split('/').includes('__pycache__');

/** Made beside its place, where discovery passes it over, and then moved there. */
function putFolder(root: string, name: string, files: ReadonlyMap<string, NewFile>): void {
  mkdirSync(root, { recursive: true });
  const half = path.join(root, `.${name}.${process.pid}.new`);
  rmSync(half, { recursive: true, force: true });
  try {
    for (const [file, { bytes, mode }] of files) {
      const target = path.join(half, file);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, bytes, { mode });
    }
    renameSync(half, path.join(root, name));
  } catch (error) {
    rmSync(half, { recursive: true, force: true });
    throw notMade(name, error);
  }
}

const notMade = (name: string, error: unknown): SkilldeckError =>
  detailed('bad-input', 'skill-not-made', { name, why: messageOf(error) }, { cause: error });

export function createFolder(root: string, name: string, files: Readonly<Record<string, string>>): void {
  const made = Object.entries(files).map(([file, bytes]): [string, NewFile] => [
    file,
    { bytes, mode: file.startsWith('scripts/') ? 0o755 : 0o644 },
  ]);
  putFolder(root, name, new Map(made));
}

/** Every file that belongs to the skill, links inside it as what they lead to. */
export async function copyFolder(place: SkillPlace, root: string, name: string): Promise<void> {
  const files = new Map<string, NewFile>();
  for (const { path: file, absolute } of await listFolder(place.dir)) {
    if (isCompiled(file)) continue;
    const opened = withFileInside(place.dir, absolute, (fd, size, { mode }) => ({
      bytes: readBytes(fd, size, size),
      mode: (mode & 0o777) | 0o600,
    }));
    if (opened.fault !== undefined) throw detailed('bad-input', 'skill-not-copied', { file });
    files.set(file, opened.value);
  }
  const own = path.relative(place.dir, place.file).split(path.sep).join('/');
  const skillFile = files.get(own);
  if (skillFile !== undefined) {
    files.set(own, { ...skillFile, bytes: withName(Buffer.from(skillFile.bytes).toString('utf8'), name) });
  }
  putFolder(root, name, files);
}

/** The folder and the name in its front matter; where the second step fails the first is undone. */
export function renameFolder(place: SkillPlace, name: string): void {
  const { id, dir, root, file } = place;
  if (path.basename(dir) !== id || dir === root) throw detailed('not-supported', 'skill-link', { id, dir });
  const target = path.join(path.dirname(dir), name);
  if (existsSync(target) && statSync(target).ino !== statSync(dir).ino) {
    throw detailed('skill-exists', 'skill-folder-there', { folder: target });
  }
  const own = path.relative(dir, file).split(path.sep).join('/');
  const before = readSkillFile(dir, own).text;
  const after = withName(before, name);
  const mode = lstatSync(file).mode & 0o777;
  try {
    if (after !== before) replaceFile(realpathSync.native(file), after, mode);
    renameSync(dir, target);
  } catch (error) {
    if (after !== before) replaceFile(realpathSync.native(file), before, mode);
    throw detailed('bad-input', 'skill-not-renamed', { id, why: messageOf(error) }, { cause: error });
  }
}
