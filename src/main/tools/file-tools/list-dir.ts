import { lstat, readdir, readlink } from 'node:fs/promises';
import { z } from 'zod';
import { type HeldFolder, inFolder } from '../../lib/held-folder.ts';
import { WORK_LINKS } from '../../runner/workspace/work-links.ts';
import { defineTool } from '../define-tool.ts';
import { openFolder, type Places, placesOf, resolvePath, showPath } from './workspace-paths.ts';

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

export const listDir = defineTool({
  name: 'list_dir',
  group: 'workspace',
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
        const there = await readdir(folder.ownPath);
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
