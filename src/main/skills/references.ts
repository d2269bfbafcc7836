/** Files a skill offers besides its instructions (CONTRACT §6, §8). */

import { isUtf8 } from 'node:buffer';
import path from 'node:path';
import { SkilldeckError } from '../../shared/errors.ts';
import { isInside, readBytes, withFileInside } from './discovery/contained-file.ts';
import { isEvalFile, isHidden, listFolder } from './discovery/read-found.ts';
import { createTimeSlice } from './discovery/time-slice.ts';
import type { ReferenceFile, ReferenceText, ScriptFile } from './types.ts';

const SCRIPT = /\.(?:py|js|mjs|sh)$/;
/** Python's own (`__init__.py`) and tests: not for running. */
const NO_SCRIPT = /\/(?:__[^/]*|test_[^/]*\.py|conftest\.py|[^/]*_test\.py|[^/]*\.test\.m?js)$/;

/** Lists scripts anywhere in the folder (seeds/000), except Python packages (libraries) and `tests/` (for authors). */
export async function listScripts(dir: string): Promise<readonly ScriptFile[]> {
  const files = await listFolder(dir);
  const packages = files.flatMap(({ path }) =>
    path.endsWith('/__init__.py') ? [path.slice(0, -'__init__.py'.length)] : [],
  );
  const isLibrary = (file: string): boolean =>
    /^(?:tests?|evals)\//.test(file) ||
    (!/^scripts\/[^/]+$/.test(file) && packages.some((folder) => folder !== 'scripts/' && file.startsWith(folder)));
  return files
    .filter((file) => SCRIPT.test(file.path) && !NO_SCRIPT.test(file.path) && !isLibrary(file.path))
    .map((file) => ({ path: file.path, absolute: file.absolute }));
}

/** Number of first bytes checked to tell text from binary in a listing; loading checks the whole file. */
const SNIFF_BYTES = 4 * 1024;
/** Bytes; far above what any context holds. */
const MAX_REFERENCE_BYTES = 4 * 1024 * 1024;
/** The names that authors are taught come first, as they do in the documentation. */
const FIRST = ['reference.md', 'forms.md'];

/** `.md` and `.txt` anywhere, and everything under `references/` and `assets/`; never the SKILL.md itself. */
function isReferencePath(file: string): boolean {
  const segments = file.split('/');
  if (segments.some(isHidden) || (segments.length === 1 && /^skill\.md$/i.test(file))) return false;
  if (isEvalFile(file)) return false;
  const [top] = segments;
  return /\.(?:md|txt)$/i.test(file) || (segments.length > 1 && (top === 'references' || top === 'assets'));
}

/** @param head first bytes of a file. */
export const looksLikeText = (head: Uint8Array): boolean => {
  if (head.includes(0)) return false;
  try {
    // A stream, as the head may end within a character.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
};

function rank(file: string): number {
  const known = FIRST.indexOf(file.toLowerCase());
  return known < 0 ? FIRST.length : known;
}

/** Files of a skill's folder, each with whether it is text. @param dir absolute and real. */
async function listed(dir: string, isWanted: (path: string) => boolean): Promise<ReferenceFile[]> {
  const slice = createTimeSlice();
  const found: ReferenceFile[] = [];
  for (const file of await listFolder(dir)) {
    if (!isWanted(file.path)) continue;
    const head = withFileInside(dir, file.absolute, (fd, size) => readBytes(fd, size, SNIFF_BYTES));
    found.push({ path: file.path, bytes: file.bytes, text: head.fault === undefined && looksLikeText(head.value) });
    if (slice.due()) await slice.pause();
  }
  return found;
}

/** @param dir the skill's folder, absolute and real. */
export const listReferences = async (dir: string): Promise<readonly ReferenceFile[]> =>
  (await listed(dir, isReferencePath)).sort((a, b) => rank(a.path) - rank(b.path));

/** Every file that the skill's folder shows, references and scripts among them; never the SKILL.md itself. @param dir absolute and real. */
export const listResources = (dir: string): Promise<readonly ReferenceFile[]> =>
  listed(dir, (path) => !/^skill\.md$/i.test(path) && !isEvalFile(path));

/**
 * @param wanted relative to the skill's folder, or an absolute path inside it.
 * @param allowsHardLinks of the app's own skills, which package managers install by hard links.
 * @throws SkilldeckError `reference-not-found`, which lists what there is; `over-skill-budget` for a file beyond all bounds.
 */
export async function readReferenceText(
  id: string,
  dir: string,
  wanted: string,
  allowsHardLinks: boolean,
): Promise<ReferenceText> {
  const refuse = async (why: string): Promise<never> => {
    const references = await listReferences(dir);
    const loadable = references.filter((file) => file.text).map((file) => file.path);
    const has = loadable.length === 0 ? 'The skill has no references.' : `Its references: ${loadable.join(', ')}.`;
    throw new SkilldeckError('reference-not-found', `The skill "${id}" ${why}. ${has}`);
  };
  const quoted = JSON.stringify(wanted);
  if (wanted.includes('\0')) return refuse(`has no reference ${quoted}`);
  const absolute = path.resolve(dir, wanted);
  const file = path.relative(dir, absolute).split(path.sep).join('/');
  if (!isInside(dir, absolute)) return refuse(`gives nothing outside its folder, such as ${quoted}`);
  if (!isReferencePath(file)) return refuse(`has no reference ${quoted}`);
  const read = withFileInside(dir, absolute, (fd, size, stat) => {
    if (stat.nlink > 1 && !allowsHardLinks) return { bytes: size, content: 'hard-link' } as const;
    if (size > MAX_REFERENCE_BYTES) return { bytes: size, content: 'too-large' } as const;
    return { bytes: size, content: readBytes(fd, size) };
  });
  if (read.fault === 'outside') return refuse(`gives nothing outside its folder, to which ${quoted} leads`);
  if (read.fault === 'unreadable')
    return refuse(`has a reference ${quoted} that cannot be read: check its permissions`);
  if (read.fault !== undefined) return refuse(`has no reference ${quoted}`);
  const { bytes, content } = read.value;
  if (content === 'hard-link') {
    return refuse(
      `has ${quoted} as a hard link: the file has another name outside the skill's sight. Put a copy in its place`,
    );
  }
  if (content === 'too-large') {
    const limit = `${MAX_REFERENCE_BYTES / 1024 / 1024} MiB`;
    throw new SkilldeckError(
      'over-skill-budget',
      `The reference ${quoted} of "${id}" is larger than ${limit}; split it.`,
    );
  }
  if (!isUtf8(content) || content.includes(0))
    return refuse(`has ${quoted} as a binary file of ${bytes} bytes, which cannot be loaded as text`);
  return { path: file, text: content.toString('utf8').replace(/^\ufeff/, ''), bytes };
}
