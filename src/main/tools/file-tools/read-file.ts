import { z } from 'zod';
import type { ToolResult } from '../../agent/ports.ts';
import { typeByName } from '../../lib/media-types.ts';
import { defineTool } from '../define-tool.ts';
import { ToolFailure } from '../tool-failure.ts';
import type { ToolContext } from '../types.ts';
import { openForReading, placesOf, resolvePath, showPath } from './workspace-paths.ts';

/** Beyond it, only grep or a script makes sense. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** UTF-8, given at once. */
const MAX_GIVEN_BYTES = 64 * 1024;
const DEFAULT_LINES = 2000;

/** Whole lines from `offset` (1-based); of a single line that is too long, its beginning. */
export function cut(text: string, offset: number, limit: number): { given: string; note: string | undefined } {
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
    if (text.includes('\ufffd') && !content.includes(Buffer.from('\ufffd'))) {
      throw new ToolFailure(`${name} is not in UTF-8 (${bytes} bytes) and cannot be shown; a script can read it.`);
    }
    return { name, text };
  } finally {
    await handle.close();
  }
}

export interface ReadFileArgs {
  readonly path: string;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

/** Lines come as they are in the file, without numbers, so that what is read can be written back or matched exactly. */
export async function readLines(args: ReadFileArgs, context: ToolContext): Promise<ToolResult> {
  const { name, text } = await readText(args.path, context);
  if (text === '') return { ok: true, content: `[${name} is empty]` };
  const { given, note } = cut(text, args.offset ?? 1, args.limit ?? DEFAULT_LINES);
  return {
    ok: true,
    content: note === undefined ? given : `${given}${given.endsWith('\n') ? '' : '\n'}[${note}]`,
  };
}

export const READ_FILE_SPEC = {
  name: 'read_file',
  group: 'workspace',
  description: `Read a text file exactly as it is. Long files come in parts of at most ${DEFAULT_LINES} lines or ${MAX_GIVEN_BYTES / 1024} KiB; a last line in brackets then says where to go on.`,
  schema: z.object({
    path: z.string().min(1).describe('Relative to the work folder, or absolute inside a loaded skill.'),
    offset: z.int().min(1).optional().describe('First line to read, counted from 1.'),
    limit: z.int().min(1).max(100_000).optional().describe(`How many lines; default ${DEFAULT_LINES}.`),
  }),
} as const;

export const readFile = defineTool({
  ...READ_FILE_SPEC,
  ready: (args, context) => ({ execute: () => readLines(args, context) }),
});
