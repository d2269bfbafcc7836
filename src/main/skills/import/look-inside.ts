/** Facts the user needs before importing: what the files may run, their licence, what is missing. */
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ImportPlan, PlannedSkill } from '../../../shared/skills/skill-import.ts';
import { readInto } from '../discovery/contained-file.ts';
import { createTimeSlice } from '../discovery/time-slice.ts';
import { type ForeignTool, foreignToolsIn } from '../lint/rules/instructions.ts';
import type { SkillDocument } from '../types.ts';
import type { TreeFile } from './names.ts';

type Note = ImportPlan['notes'][number];

/** First bytes of programs: ELF, Mach-O in four spellings and its fat form, Windows, WebAssembly. */
const PROGRAM = /^(?:7f454c46|feedfac[ef]|c[ef]faedfe|cafebabe|4d5a|0061736d)/;
/** `#!` */
const SHEBANG = /^2321/;
/** Files that an interpreter or a system runs because of their extension, in any folder. */
const CODE =
  /\.(?:py|pyw|js|mjs|cjs|ts|mts|sh|bash|zsh|rb|pl|php|lua|ps1|bat|cmd|vbs|exe|dll|so|dylib|jar|class|scpt|command)$/i;
const LICENCE = /^(?:licen[cs]e|copying|unlicense)(?:[.-][\w.-]*)?$/i;
const ARCHIVE = /\.(?:zip|skill|jar|whl|egg|tar|tgz|gz|bz2|xz|zst|7z|rar)$/i;
/** git-lfs.com, specification: a pointer is a text under 1,024 bytes that begins so. */
const LFS = 'version https://git-lfs.github.com/spec/';
const LFS_BYTES = 1_024;
/** Characters of a licence's first line. */
const MAX_TITLE = 120;

function head(file: TreeFile, bytes: number): Buffer {
  const fd = openSync(file.absolute, 'r');
  try {
    const buffer = Buffer.alloc(Math.min(bytes, file.bytes));
    return buffer.subarray(0, readInto(fd, buffer));
  } finally {
    closeSync(fd);
  }
}

export interface InFiles {
  /** Files not listed for the agent, but that a script or command can start. */
  readonly executables: string[];
  readonly notes: Note[];
}

/**
 * Inspects the names and first bytes of files.
 * @param scripts listed for the agent.
 * @param prefix of the skill inside the source.
 */
export async function lookAtFiles(
  files: readonly TreeFile[],
  scripts: readonly string[],
  prefix: string,
): Promise<InFiles> {
  const slice = createTimeSlice();
  const told = new Set(scripts);
  const executables: string[] = [];
  const notes: Note[] = [];
  for (const file of files) {
    const begin = head(file, LFS.length);
    const hex = begin.toString('hex', 0, 4);
    const runs = file.executable || CODE.test(file.path) || PROGRAM.test(hex) || SHEBANG.test(hex);
    if (runs && !told.has(file.path)) executables.push(file.path);
    const place = prefix === '' ? file.path : `${prefix}/${file.path}`;
    if (ARCHIVE.test(file.path)) notes.push({ kind: 'nested-archive', path: place });
    else if (file.bytes < LFS_BYTES && begin.toString('latin1') === LFS) notes.push({ kind: 'lfs', path: place });
    if (slice.due()) await slice.pause();
  }
  return { executables, notes };
}

/** Foreign tools in the texts the agent reads, each once. */
export async function foreignToolsOf({ summary, references }: SkillDocument): Promise<readonly ForeignTool[]> {
  const slice = createTimeSlice();
  const found = new Map<string, ForeignTool>();
  const texts = references.filter((file) => file.text).map((file) => path.join(summary.dir, file.path));
  for (const file of [summary.file, ...texts]) {
    for (const tool of foreignToolsIn(readFileSync(file, 'utf8'))) {
      if (!found.has(tool.name)) found.set(tool.name, tool);
    }
    if (slice.due()) await slice.pause();
  }
  return [...found.values()];
}

export function licenceOf(files: readonly TreeFile[], { summary }: SkillDocument): PlannedSkill['licence'] {
  const file = files.find(({ path }) => LICENCE.test(path));
  const lines = file === undefined ? [] : head(file, 4_096).toString('utf8').split(/\r?\n/);
  const title = lines.map((line) => line.replace(/^[#\s]+/, '').trim()).find((line) => line !== '');
  return {
    ...(summary.license === undefined ? {} : { declared: summary.license }),
    ...(file === undefined ? {} : { file: file.path }),
    ...(title === undefined ? {} : { title: title.slice(0, MAX_TITLE) }),
  };
}
