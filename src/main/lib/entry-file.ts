import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * Finds a program of ours that another process or thread starts: `NAME.js` beside the running bundle when built (the
 * build makes each of these a separate entry), else its TypeScript source, which Node 24 runs directly.
 * @param sourceDir `import.meta.dirname` of the calling module.
 * @throws Error naming the build as the remedy.
 */
export function entryFile(sourceDir: string, name: string): string {
  const candidates = [`${name}.js`, `${name}.ts`].map((file) => path.join(sourceDir, file));
  const found = candidates.find((file) => existsSync(file));
  if (found === undefined) throw new Error(`${name} is not beside ${sourceDir}: build anew with "npm run build".`);
  // Inside an Electron archive plain file access by another process fails; the packager unpacks these.
  return found.replace(`app.asar${path.sep}`, `app.asar.unpacked${path.sep}`);
}
