/** What a person wants to know of files before they are let in: what they may run, under which licence, what is missing. */
import { closeSync, openSync } from 'node:fs';
import type { ImportPlan, PlannedSkill } from '../../shared/skill-import.ts';
import { readInto } from '../skills/contained-file.ts';
import type { SkillDocument } from '../skills/types.ts';
import type { TreeFile } from './content-hash.ts';

type Note = ImportPlan['notes'][number];

/** First bytes of programs: ELF, Mach-O in four spellings and its fat form, Windows, WebAssembly. */
const PROGRAM = /^(?:7f454c46|feedfac[ef]|c[ef]faedfe|cafebabe|4d5a|0061736d)/;
/** `#!` */
const SHEBANG = /^2321/;
/** What an interpreter or a system runs by its name alone, wherever it lies. */
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

/** Files that the agent is not told of, but that a script or command can start. */
export function executablesOf(files: readonly TreeFile[], scripts: readonly string[]): string[] {
  return files
    .filter((file) => !scripts.includes(file.path))
    .filter((file) => {
      if (file.executable || CODE.test(file.path)) return true;
      const hex = head(file, 4).toString('hex');
      return PROGRAM.test(hex) || SHEBANG.test(hex);
    })
    .map((file) => file.path);
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

/** @param prefix of the skill inside the source. */
export function notesOf(files: readonly TreeFile[], prefix: string): Note[] {
  return files.flatMap((file): Note[] => {
    const path = prefix === '' ? file.path : `${prefix}/${file.path}`;
    if (ARCHIVE.test(file.path)) return [{ kind: 'nested-archive', path }];
    if (file.bytes < LFS_BYTES && head(file, LFS.length).toString('latin1') === LFS) return [{ kind: 'lfs', path }];
    return [];
  });
}
