/** Finds the skills of a source from its file paths alone. */

const SKILL_FILE = /(?:^|\/)skill\.md$/i;
/** Folders in which projects keep skills for their agents; searched only if nothing else is found. */
export const AGENT_FOLDERS = ['.skilldeck/skills', '.agents/skills', '.claude/skills'] as const;

/** Files of a marketplace and of its plugins: they say which skills belong together. */
export const PLUGIN_FOLDER = '.claude-plugin';
export const isPluginManifest = (file: string): boolean =>
  /(?:^|\/)\.claude-plugin\/(?:marketplace|plugin)\.json$/.test(file);

const isHidden = (folder: string): boolean =>
  folder.split('/').some((part) => part.startsWith('.') || part === 'node_modules');

/**
 * The folders with a `SKILL.md`, sorted; of two in one another the outer. As discovery does it: dot folders and
 * `node_modules` are passed over, unless nothing is found but in the folders that agents read.
 */
export function skillFolders(files: readonly string[]): readonly string[] {
  const all = files
    .filter((file) => SKILL_FILE.test(file))
    .map((file) => file.split('/').slice(0, -1).join('/'))
    .sort();
  const visible = outermost(all.filter((folder) => !isHidden(folder)));
  if (visible.length > 0) return visible;
  return outermost(
    all.filter((folder) =>
      AGENT_FOLDERS.some((top) => folder.startsWith(`${top}/`) && !isHidden(folder.slice(top.length + 1))),
    ),
  );
}

function outermost(folders: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (const folder of [...new Set(folders)]) {
    if (!kept.some((outer) => outer === '' || folder.startsWith(`${outer}/`))) kept.push(folder);
  }
  return kept;
}
