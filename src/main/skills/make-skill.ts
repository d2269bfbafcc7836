/** New skill folders, and folders under a new name: whole or not at all. */

import { existsSync, lstatSync, mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isEqual } from '../../shared/defined.ts';
import { messageOf, SkilldeckError } from '../../shared/errors.ts';
import { detailed, diagnosed, ofFinding } from '../../shared/messages/failure.ts';
import { replaceFile } from '../lib/files.ts';
import { readBytes, withFileInside } from './discovery/contained-file.ts';
import { listFolder } from './discovery/read-found.ts';
import { readSkillFile, type SkillPlace } from './files.ts';
import { isThere } from './import/installed.ts';
import { isReservedName } from './import/names.ts';
import { nameFault } from './lint/names.ts';
import { partsOf } from './lint/read-skill.ts';
import { parseWholeSkill } from './skill-file.ts';
import type { Catalog } from './types.ts';

// Files of a new skill: they pass the linter and use the language of the description.

/** Needs no quotes in YAML. */
const PLAIN = /^[\p{L}][^:#"'{}[\],&*!|>%@`\\]*$/u;
/** Decides by the first letter, since many descriptions are in two languages. */
const CHINESE = /^[^\p{L}]*\p{Script=Han}/u;

interface SkillWords {
  readonly purpose: string;
  readonly steps: string;
  readonly rules: string;
  readonly trouble: string;
}

const EN: SkillWords = {
  purpose: 'Say in one or two sentences what a good result looks like, and for whom.',
  steps: `## Steps

1. Ask for what is missing, one or two questions at a time.
2. Do the work as an expert would, and say which decisions were taken.
3. Check the result before it is handed over.
`,
  rules: `## Rules

- Write down what a capable model cannot know: your formats, limits and exceptions.
`,
  trouble: `## When something goes wrong

Say what happened and what would work. Try the same thing at most twice, then ask.
`,
};

const ZH: SkillWords = {
  purpose: '用一两句话写清楚：给谁用，好的结果是什么样子。',
  steps: `## 步骤

1. 缺什么就问什么，一次一两个问题。
2. 按行家的做法完成，并说明做了哪些决定。
3. 交付之前检查结果。
`,
  rules: `## 规则

- 写下模型不可能知道的内容：你的格式、限制和例外。
`,
  trouble: `## 出错时

说明发生了什么，怎样才能成功。同一件事最多重试一次，然后询问用户。
`,
};

/** Text of a new `SKILL.md`. */
export function newSkillText({ name, description }: { readonly name: string; readonly description: string }): string {
  const said = description.trim().replace(/\s+/g, ' ');
  const { purpose, steps, rules, trouble } = CHINESE.test(said) ? ZH : EN;
  const front = `---\nname: ${scalar(name)}\ndescription: ${scalar(said)}\n---\n`;
  return [`${front}# ${name}\n`, `${purpose}\n`, steps, rules, trouble].join('\n');
}

/** Formats text as one line of YAML that parses back to the same text. */
export const scalar = (text: string): string =>
  PLAIN.test(text) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text) ? text : JSON.stringify(text);

/** Names of skills that are being made: valid by the specification, free in the catalog and on the disk. */
const MAX_LENGTH = 64;

/** @throws SkilldeckError `bad-input` with what is wrong, `skill-exists`. */
export function checkNewName(name: string, root: string, { skills, broken }: Catalog, but?: string): void {
  const fault = nameFault(name);
  if (name === '') throw detailed('bad-input', 'skill-name-empty');
  if (isReservedName(name)) throw detailed('bad-input', 'skill-name-device', { name });
  if (fault !== undefined) throw detailed('bad-input', 'skill-name-form', ofFinding(diagnosed(fault)));
  const taken = [...skills, ...broken].find((one) => one.id !== but && one.id.toLowerCase() === name.toLowerCase());
  const where = taken?.dir ?? (isThere(path.join(root, name)) ? path.join(root, name) : undefined);
  if (where !== undefined) throw detailed('skill-exists', 'skill-there', { name, where });
}

/** A valid name like `id`, with `-copy` and perhaps a number. */
export function freeName(id: string, catalog: Catalog, root: string): string {
  const plain = id
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{Ll}\p{Lo}\p{Lm}\p{Nd}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  const stem = plain === '' ? 'skill' : plain;
  for (let count = 1; ; count += 1) {
    const end = count === 1 ? '-copy' : `-copy-${count}`;
    const name = `${Array.from(stem)
      .slice(0, MAX_LENGTH - end.length)
      .join('')
      .replace(/-+$/, '')}${end}`;
    try {
      checkNewName(name, root, catalog);
      return name;
    } catch (error) {
      if (!(error instanceof SkilldeckError && error.code === 'skill-exists')) throw error;
    }
  }
}

/**
 * Replaces the name in the text, or adds it. A file without front matter is returned unchanged, as it has no name.
 * @throws SkilldeckError `bad-input` where the rest of the file would not stay the same.
 */
export const withName = (text: string, name: string): string =>
  partsOf(Buffer.from(text)).front === undefined ? text : withField(text, 'name', name);

/** Replaces the description, over however many lines it is written. @throws as `withName`; also without front matter. */
export const withDescription = (text: string, description: string): string =>
  withField(text, 'description', description);

function withField(text: string, key: 'name' | 'description', value: string): string {
  const { front } = partsOf(Buffer.from(text));
  const parts = text.split(/(\r\n|\n|\r)/);
  const field = front?.fields.get(key);
  const from = 2 * ((front?.firstLine ?? 1) + (field?.source().line ?? 0) - 1);
  let to = field === undefined ? from : from + 2;
  // Its further lines are indented, or blank between such.
  const isMore = () =>
    /^[ \t]/.test(parts[to] ?? '') || ((parts[to] ?? '-') === '' && /^[ \t]/.test(parts[to + 2] ?? ''));
  while (field !== undefined && isMore()) to += 2;
  const line = [`${key}: ${scalar(value)}`, parts[to - 1] ?? '\n'];
  const after = [...parts.slice(0, from), ...line, ...parts.slice(to)].join('');
  const old = parseWholeSkill(Buffer.from(text));
  const now = parseWholeSkill(Buffer.from(after));
  const fields = partsOf(Buffer.from(after)).front?.fields;
  const isWell =
    'rule' in old
      ? fields?.get(key)?.value === value && [...(front?.fields.keys() ?? [])].every((one) => fields.has(one))
      : !('rule' in now) && isEqual(now.head.fields, { ...old.head.fields, [key]: value }) && now.body === old.body;
  if (isWell) return after;
  throw detailed('bad-input', 'skill-field-line', { key });
}

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
      bytes: readBytes(fd, size),
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
  if (existsSync(target) && statSync(target).ino !== statSync(dir).ino)
    throw detailed('skill-exists', 'skill-folder-there', { folder: target });
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
