/** One skill as the rules see it: everything is read here, once and within bounds, and nothing of it is run. */

import { isUtf8 } from 'node:buffer';
import { fstatSync } from 'node:fs';
import path from 'node:path';
import { readBytes, withFileInside } from '../discovery/contained-file.ts';
import { type FoundSkill, listFolder } from '../discovery/read-found.ts';
import { createTimeSlice } from '../discovery/time-slice.ts';
import { type FrontMatterSpan, findFrontMatter, readSkillFields } from '../fields.ts';
import { listReferences, listScripts } from '../references.ts';
import { MAX_SKILL_BYTES } from '../skill-file.ts';
import { readYamlFields } from '../yaml.ts';
import { findOddEntries } from './facts.ts';
import type { FileContent, LintSkill, SkillFile } from './types.ts';

// The other files of a skill's folder, with as much of their text as is bounded.

/** Bytes of one file, and of one skill's files together. */
const MAX_FILE_BYTES = 1024 * 1024;
const MAX_SKILL_TEXT_BYTES = 16 * 1024 * 1024;
/** Windows has no permission to execute. */
const HAS_MODES = process.platform !== 'win32';
/** Number of first bytes checked for binary content. */
const SNIFF_BYTES = 8 * 1024;

/**
 * Regular files only; a link that leads out of the folder is `odd-entries.ts`'s.
 * @param skillFile left out.
 */
async function readFiles(dir: string, skillFile: string, others: readonly string[]): Promise<readonly SkillFile[]> {
  let left = MAX_SKILL_TEXT_BYTES;
  const files: SkillFile[] = [];
  const slice = createTimeSlice();
  for (const file of await listFolder(dir)) {
    if (slice.due()) await slice.pause();
    const { absolute } = file;
    if (absolute === skillFile || others.some((other) => absolute.startsWith(other + path.sep))) continue;
    const isTooLarge = file.bytes > Math.min(left, MAX_FILE_BYTES);
    const opened = withFileInside(dir, absolute, (fd, size) => {
      const bytes = readBytes(fd, size, isTooLarge ? SNIFF_BYTES : MAX_FILE_BYTES);
      return { bytes, mode: HAS_MODES ? fstatSync(fd).mode & 0o777 : 0o777 };
    });
    if (opened.fault !== undefined) {
      files.push({ ...file, mode: 0, content: { kind: 'unreadable' } });
      continue;
    }
    const { bytes, mode } = opened.value;
    left -= bytes.length;
    files.push({ ...file, mode, content: contentOf(bytes, isTooLarge) });
  }
  return files;
}

function contentOf(bytes: Buffer, isTooLarge: boolean): FileContent {
  if (bytes.subarray(0, SNIFF_BYTES).includes(0)) return { kind: 'binary' };
  if (isTooLarge) return { kind: 'large' };
  return isUtf8(bytes) ? { kind: 'text', text: bytes.toString('utf8') } : { kind: 'not-utf8' };
}

/** Bytes; a front matter beyond is not parsed, at discovery neither. */
const MAX_YAML_BYTES = 64 * 1024;

/** Tokens of all that a load adds: text, frame and tools. Undefined where the skill cannot be read. */
export type CountLoad = (
  found: FoundSkill,
  root: string,
  overlay: ReadonlyMap<string, string>,
) => Promise<number | undefined>;

export interface ReadOptions {
  /** Absolute and real, of the root where it was found. */
  readonly root: string;
  readonly countTokens: (text: string) => Promise<number>;
  /** Without it the instructions alone are counted. */
  readonly countLoad?: CountLoad | undefined;
  readonly skillBudget: number;
  /** Folders of other skills: their files are theirs. */
  readonly others: readonly string[];
  readonly shadowedBy: string | undefined;
  /** Keyed by absolute path: unsaved editor text that overrides the file's content. */
  readonly overlay?: ReadonlyMap<string, string> | undefined;
}

type Parts = Pick<LintSkill, 'fault' | 'text' | 'span' | 'front' | 'loaded' | 'bodyStart' | 'body'>;

const NOTHING: Parts = {
  fault: undefined,
  text: '',
  span: { kind: 'missing', firstLine: 1 },
  front: undefined,
  loaded: undefined,
  bodyStart: 0,
  body: '',
};

function readParts(root: string, file: string): Parts {
  const opened = withFileInside(root, file, (fd, size) => (size > MAX_SKILL_BYTES ? undefined : readBytes(fd, size)));
  if (opened.fault !== undefined) return { ...NOTHING, fault: opened.fault };
  const bytes = opened.value;
  if (bytes === undefined) return { ...NOTHING, fault: 'too-large' };
  if (!isUtf8(bytes)) return { ...NOTHING, fault: 'not-utf8' };
  return partsOf(bytes);
}

/** Offsets of `span` are bytes; those of the rest count as the text does. */
export function partsOf(bytes: Buffer): Parts {
  const text = bytes.toString('utf8');
  const span = findFrontMatter(bytes.toString('latin1'), true);
  if (span.kind !== 'found') return { ...NOTHING, text, span, bodyStart: text.length };
  const bodyStart = bytes.toString('utf8', 0, span.bodyStart).length;
  const body = text.slice(bodyStart);
  return { fault: undefined, text, span, ...frontOf(bytes, span), bodyStart, body };
}

function frontOf(bytes: Buffer, span: FrontMatterSpan & { kind: 'found' }): Pick<Parts, 'front' | 'loaded'> {
  const { yamlStart, yamlEnd, firstLine } = span;
  if (yamlEnd - yamlStart > MAX_YAML_BYTES) return { front: undefined, loaded: undefined };
  const yaml = bytes.toString('utf8', yamlStart, yamlEnd);
  return { front: { ...readYamlFields(yaml), firstLine }, loaded: readSkillFields(yaml, firstLine) };
}

export async function readLintSkill(found: FoundSkill, options: ReadOptions): Promise<LintSkill> {
  const { id, dir, file } = found;
  const { root, countTokens, countLoad, skillBudget, others, shadowedBy, overlay = new Map() } = options;
  const unsaved = overlay.get(file);
  const parts = unsaved === undefined ? readParts(root, file) : partsOf(Buffer.from(unsaved));
  const references = new Set((await listReferences(dir)).map((one) => one.path));
  const entries = (await listScripts(dir)).map((one) => one.path);
  const all = (await readFiles(dir, file, others)).map((one) => laidOver(one, overlay.get(one.absolute)));
  const files = [];
  for (const one of all) {
    const isReference = references.has(one.path) && one.content.kind === 'text';
    files.push(isReference ? { ...one, tokens: await tokensOf(one.content.text, skillBudget, countTokens) } : one);
  }
  const bodyTokens = await countTokens(parts.body);
  return {
    ...parts,
    id,
    dir,
    file,
    bodyTokens,
    loadTokens: (await countLoad?.(found, root, overlay)) ?? bodyTokens,
    references: files.filter((one) => references.has(one.path)),
    scripts: files.filter((one) => one.path.startsWith('scripts/')),
    entries,
    files,
    odd: findOddEntries(dir),
    shadowedBy,
    skillBudget,
  };
}

const laidOver = (file: SkillFile, text: string | undefined): SkillFile =>
  text === undefined ? file : { ...file, bytes: Buffer.byteLength(text), content: { kind: 'text', text } };

/** A token has at least one byte: a text shorter than the budget need not be counted. */
async function tokensOf(text: string, budget: number, countTokens: (text: string) => Promise<number>): Promise<number> {
  const bytes = Buffer.byteLength(text);
  return bytes <= budget ? Math.ceil(bytes / 4) : countTokens(text);
}
