import { lstat, readdir, readlink } from 'node:fs/promises';
import { z } from 'zod';
import type { ToolResult } from '../../agent/ports.ts';
import { typeByName } from '../../lib/app-files.ts';
import { type HeldFolder, inFolder } from '../../lib/held-folder.ts';
import { THROUGH, WORK_LINKS } from '../../runner/workspace/work-links.ts';
import { defineTool, type ToolContext, ToolFailure } from '../define-tool.ts';
import { openFolder, openForReading, type Places, placesOf, resolvePath, showPath } from './workspace-paths.ts';
import { writeText } from './write-file.ts';

/** Beyond it, only grep or a script makes sense. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** UTF-8, given at once. */
const MAX_GIVEN_BYTES = 64 * 1024;
const DEFAULT_LINES = 2000;

/** Whole lines from `offset` (1-based); of a single line that is too long, its beginning. */
function cut(text: string, offset: number, limit: number): { given: string; note: string | undefined } {
  const lines = text.split(/(?<=\n)/);
  const total = lines.length;
  if (offset > Math.max(total, 1))
    throw new ToolFailure(`The file has ${total} lines; offset ${offset} is past its end.`);
  let given = '';
  let bytes = 0;
  let next = offset;
  for (const line of lines.slice(offset - 1, offset - 1 + limit)) {
    const size = Buffer.byteLength(line);
    if (bytes + size > MAX_GIVEN_BYTES) {
      if (next === offset) {
        const part = Buffer.from(line)
          .subarray(0, MAX_GIVEN_BYTES)
          .toString('utf8')
          .replace(/\ufffd$/, '');
        return { given: part, note: `line ${offset} of ${total} has ${size} bytes; only its beginning is shown` };
      }
      break;
    }
    given += line;
    bytes += size;
    next += 1;
  }
  if (offset === 1 && next > total) return { given, note: undefined };
  const more = next > total ? 'the end' : `go on with offset ${next}`;
  return { given, note: `lines ${offset} to ${next - 1} of ${total}; ${more}` };
}

/** A text file that may be read, whole. @throws ToolFailure for what is no text, too large or outside. */
export async function readText(
  given: string,
  context: ToolContext,
): Promise<{ readonly name: string; readonly text: string }> {
  const places = await placesOf(context);
  const { handle, real, bytes } = await openForReading(resolvePath(given, places), places);
  try {
    const name = showPath(real, places);
    if (bytes > MAX_FILE_BYTES)
      throw new ToolFailure(
        `${name} has ${bytes} bytes, too many to read: search it with grep, or take a part of it with run_command.`,
      );
    const content = await handle.readFile();
    if (content.includes(0)) {
      const type = typeByName(real) ?? 'binary';
      throw new ToolFailure(`${name} is no text (${type}, ${bytes} bytes) and cannot be shown; a script can read it.`);
    }
    const text = content.toString('utf8').replace(/^\ufeff/, '');
    if (text.includes('\ufffd') && !content.includes(Buffer.from('\ufffd')))
      throw new ToolFailure(`${name} is not in UTF-8 (${bytes} bytes) and cannot be shown; a script can read it.`);
    return { name, text };
  } finally {
    await handle.close();
  }
}

export type ReadFileArgs = z.infer<(typeof READ_FILE_SPEC)['schema']>;

/** Lines come as they are in the file, without numbers, so that what is read can be written back or matched exactly. */
export async function readLines(args: ReadFileArgs, context: ToolContext): Promise<ToolResult> {
  const { name, text } = await readText(args.path, context);
  if (text === '') return { ok: true, content: `[${name} is empty]` };
  const { given, note } = cut(text, args.offset ?? 1, args.limit ?? DEFAULT_LINES);
  return { ok: true, content: note === undefined ? given : `${given}${given.endsWith('\n') ? '' : '\n'}[${note}]` };
}

export const READ_FILE_SPEC = {
  description: `Read a text file exactly as it is. Long files come in parts of at most ${DEFAULT_LINES} lines or ${MAX_GIVEN_BYTES / 1024} KiB; a last line in brackets then says where to go on.`,
  schema: z.object({
    path: z.string().min(1).describe('Relative to the work folder, or absolute inside a loaded skill.'),
    offset: z.int().min(1).optional().describe('First line to read, counted from 1.'),
    limit: z.int().min(1).max(100_000).optional().describe(`How many lines; default ${DEFAULT_LINES}.`),
  }),
} as const;

export const readFile = defineTool('read_file', 'workspace', {
  ...READ_FILE_SPEC,
  ready: (args, context) => ({ execute: () => readLines(args, context) }),
});

/** AgentScope's file tools: lines with their numbers, ranges of lines. */
const FILE = z
  .string()
  .min(1)
  .describe('The target file path: relative to the work folder, or absolute inside a loaded skill.');
const RANGES = z
  .union([z.tuple([z.int(), z.int()]), z.string().regex(/^\s*\[?\s*-?\d+\s*,\s*-?\d+\s*\]?\s*$/)])
  .optional();

/** First and last line, counted from 1, both included; negative ones count from the end. */
function linesOf(ranges: z.infer<typeof RANGES>, total: number): { first: number; last: number } | undefined {
  if (ranges === undefined) return undefined;
  const [from = 0, to = 0] = typeof ranges === 'string' ? (ranges.match(/-?\d+/g) ?? []).map(Number) : ranges;
  const first = from < 0 ? total + from + 1 : from;
  const last = Math.min(to < 0 ? total + to + 1 : to, total);
  if (first >= 1 && first <= last) return { first, last };
  throw new ToolFailure(`"ranges" ${from},${to} is not in the file, which has ${total} lines.`);
}

const numbered = (text: string, first: number): string =>
  text
    .replace(/\n$/, '')
    .split('\n')
    .map((line, index) => `${first + index}: ${line}`)
    .join('\n');

export const viewTextFile = defineTool('view_text_file', 'workspace', {
  description: 'View the content of a text file with line numbers, whole or in a range of lines.',
  schema: z.object({
    file_path: FILE,
    ranges: RANGES.describe(
      'The first and last line to view, such as [1, 100] or [-100, -1]. Default: the whole file.',
    ),
  }),
  aliases: [['path', 'file_path']],
  ready: ({ file_path, ranges }, context) => ({
    async execute() {
      const { name, text } = await readText(file_path, context);
      if (text === '') return { ok: true, content: `The file ${name} is empty.` };
      const lines = linesOf(ranges, text.replace(/\n$/, '').split('\n').length);
      const first = lines?.first ?? 1;
      const { given, note } = cut(text, first, lines === undefined ? Number.MAX_SAFE_INTEGER : lines.last - first + 1);
      const where = lines === undefined ? '' : ` in ${lines.first},${lines.last} lines`;
      const rest =
        lines === undefined && note !== undefined
          ? `\n[${note.replace('go on with offset', 'go on with ranges from')}]`
          : '';
      return { ok: true, content: `The content of ${name}${where}:\n\`\`\`\n${numbered(given, first)}\n\`\`\`${rest}` };
    },
  }),
});

export const writeTextFile = defineTool('write_text_file', 'workspace', {
  description:
    'Create, replace or partly overwrite a text file in work/, out/ or runs/ of the workspace. Files in out/ are kept as artifacts and shown to the person.',
  schema: z.object({
    file_path: z
      .string()
      .min(1)
      .describe('The target file path, relative to the work folder, such as "out/summary.md".'),
    content: z.string().describe('The content to write.'),
    ranges: RANGES.describe('The first and last line to replace, such as [1, 5]. Default: the whole file.'),
  }),
  aliases: [['path', 'file_path']],
  ready: ({ file_path, content, ranges }, context) => ({
    async execute() {
      if (ranges === undefined) return writeText({ path: file_path, content }, context);
      const lines = (await readText(file_path, context)).text.split(/(?<=\n)/);
      const range = linesOf(ranges, lines.length);
      const replaced = lines.slice((range?.first ?? 1) - 1, range?.last).join('');
      const ended = replaced.endsWith('\n') && !content.endsWith('\n') ? `${content}\n` : content;
      const whole = [...lines.slice(0, (range?.first ?? 1) - 1), ended, ...lines.slice(range?.last)].join('');
      return writeText({ path: file_path, content: whole }, context);
    },
  }),
});

const MAX_ENTRIES = 500;

async function describeEntry(folder: HeldFolder, name: string, { workspace }: Places): Promise<string | undefined> {
  const file = await folder.entry(name);
  const isWork = folder.path === workspace.work;
  const info = await lstat(file).catch((error: unknown) => {
    if (isWork && name === 'skills') return undefined;
    throw error;
  });
  if (info === undefined) return `${name}/`;
  if (info.isDirectory()) return `${name}/`;
  if (info.isSymbolicLink()) {
    const to = await readlink(file);
    // The work folder's views of the workspace are our own links.
    const own = isWork && Object.entries(WORK_LINKS).some(([at, own]) => at === name && own === to);
    if (own) return name === 'work' ? undefined : `${name}/`;
    return `${name} -> ${to}`;
  }
  return info.isFile() ? `${name}  ${info.size} bytes` : `${name}  (no regular file)`;
}

export const listDir = defineTool('list_dir', 'workspace', {
  description: `List what is in a folder: subfolders end in /, files have their size in bytes. At most ${MAX_ENTRIES} entries are shown.`,
  schema: z.object({
    path: z
      .string()
      .min(1)
      .optional()
      .describe('A folder: relative to the work folder, or absolute inside a loaded skill. Default: the work folder.'),
  }),
  ready: (args, context) => ({
    async execute() {
      const places = await placesOf(context);
      return inFolder(await openFolder(resolvePath(args.path ?? '.', places), places), async (folder) => {
        const there = (await readdir(folder.ownPath)).filter(
          (name) => name !== THROUGH || folder.path !== places.workspace.root,
        );
        // Its link is there only during runs; the name is always understood.
        const own = folder.path === places.workspace.work ? ['skills'] : [];
        const names = [...new Set([...there, ...own])].sort();
        const described = await Promise.all(
          // An entry may go while the list is made.
          names.slice(0, MAX_ENTRIES).map((name) => describeEntry(folder, name, places).catch(() => name)),
        );
        const lines = described.filter((line) => line !== undefined);
        if (names.length > MAX_ENTRIES) lines.push(`[${names.length - MAX_ENTRIES} more entries are not shown]`);
        const content = lines.length === 0 ? `${showPath(folder.path, places)} is empty.` : lines.join('\n');
        return { ok: true, content };
      });
    },
  }),
});
