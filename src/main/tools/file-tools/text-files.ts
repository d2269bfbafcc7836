/** AgentScope's file tools: lines with their numbers, ranges of lines. */
import { z } from 'zod';
import { defineTool } from '../define-tool.ts';
import { ToolFailure } from '../tool-failure.ts';
import { cut, readText } from './read-file.ts';
import { writeText } from './write-file.ts';

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

export const viewTextFile = defineTool({
  name: 'view_text_file',
  group: 'workspace',
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

export const writeTextFile = defineTool({
  name: 'write_text_file',
  group: 'workspace',
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
