import { lstat, readdir, readlink, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { defineTool } from './define-tool.ts';
import { ToolFailure } from './types.ts';
import { placesOf, realReadable, resolvePath, showPath } from './workspace-paths.ts';

const MAX_ENTRIES = 500;

async function describeEntry(folder: string, name: string): Promise<string> {
  const file = path.join(folder, name);
  const info = await lstat(file);
  if (info.isDirectory()) return `${name}/`;
  if (info.isSymbolicLink()) return `${name} -> ${await readlink(file)}`;
  return info.isFile() ? `${name}  ${info.size} bytes` : `${name}  (no regular file)`;
}

export const listDir = defineTool({
  name: 'list_dir',
  group: 'workspace',
  description: `List what is in a folder: subfolders end in /, files have their size in bytes. At most ${MAX_ENTRIES} entries are shown.`,
  schema: z.object({
    path: z
      .string()
      .min(1)
      .optional()
      .describe('A folder: relative to the workspace, or absolute inside a loaded skill. Default: the workspace.'),
  }),
  ready: (args, context) => ({
    async execute() {
      const places = await placesOf(context);
      const folder = await realReadable(resolvePath(args.path ?? '.', places), places);
      if (!(await stat(folder)).isDirectory())
        throw new ToolFailure(`${showPath(folder, places)} is a file: read it with read_file.`);
      const names = (await readdir(folder)).sort();
      const lines = await Promise.all(
        // An entry may go while the list is made.
        names.slice(0, MAX_ENTRIES).map((name) => describeEntry(folder, name).catch(() => name)),
      );
      if (names.length > MAX_ENTRIES) lines.push(`[${names.length - MAX_ENTRIES} more entries are not shown]`);
      return { ok: true, content: lines.length === 0 ? `${showPath(folder, places)} is empty.` : lines.join('\n') };
    },
  }),
});
