import { z } from 'zod';
import { defineTool } from '../define-tool.ts';
import { grepSearch } from './grep-search.ts';
import { placesOf, realReadable, resolvePath, showPath } from './workspace-paths.ts';

const MAX_MATCHES = 200;
const MAX_LINE_CHARACTERS = 400;

const shorten = (line: string): string =>
  line.length > MAX_LINE_CHARACTERS ? `${line.slice(0, MAX_LINE_CHARACTERS).toWellFormed()} […]` : line;

export const grep = defineTool({
  name: 'grep',
  group: 'workspace',
  description: `Search file contents by a regular expression and get path:line: text of each match. At most ${MAX_MATCHES} matches are given; binary files, links and .git are passed over.`,
  schema: z.object({
    pattern: z.string().min(1).describe('A regular expression; start it with (?i) to ignore case.'),
    path: z
      .string()
      .min(1)
      .optional()
      .describe(
        'A file or folder: relative to the work folder, or absolute inside a loaded skill. Default: the whole workspace.',
      ),
    glob: z.string().min(1).optional().describe('Only files that fit, such as "*.md" or "references/**".'),
  }),
  translate({ case_sensitive, ...fields }) {
    // OmniEmployee's; ripgrep and our own search both take it in the pattern.
    if (case_sensitive === undefined || case_sensitive === true) return fields;
    if (case_sensitive !== false || typeof fields.pattern !== 'string') return { ...fields, case_sensitive };
    return { ...fields, pattern: `(?i)${fields.pattern}` };
  },
  ready: (args, context) => ({
    async execute(signal) {
      const places = await placesOf(context);
      const asked = args.path === undefined ? places.workspace.root : resolvePath(args.path, places);
      const root = await realReadable(asked, places);
      const found = await grepSearch({
        pattern: args.pattern,
        root,
        glob: args.glob,
        limit: MAX_MATCHES + 1,
        ripgrep: context.ripgrep,
        signal,
      });
      if (found.length === 0) {
        return {
          ok: true,
          content: `Nothing in ${showPath(root, places)} matches ${args.pattern}${args.glob === undefined ? '' : ` in files ${args.glob}`}.`,
        };
      }
      const lines = found
        .slice(0, MAX_MATCHES)
        .map((match) => `${showPath(match.file, places)}:${match.line}: ${shorten(match.text)}`);
      if (found.length > MAX_MATCHES)
        lines.push(`[more than ${MAX_MATCHES} matches: narrow the pattern, the path or the glob]`);
      return { ok: true, content: lines.join('\n') };
    },
  }),
});
