/**
 * Places of Skilldeck's own files, for everything that another process or thread opens: in a checkout, in the npm
 * package, or in `resources/app` of the installed desktop app. None is in an archive (docs/decisions/0006, 0007).
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The folder with `package.json` and `skills/`, above the calling file, built or source. */
export function appRoot(from: string = import.meta.dirname): string {
  for (let dir = from; ; dir = path.dirname(dir)) {
    if (existsSync(path.join(dir, 'package.json')) && existsSync(path.join(dir, 'skills'))) return dir;
    if (dir === path.dirname(dir)) throw new Error(`No folder above ${from} holds package.json and skills/.`);
  }
}

/** True in a checkout, which has scripts that build it and may have fetched Electron. */
export const isCheckout = (root: string = appRoot()): boolean => existsSync(path.join(root, 'scripts'));

/**
 * A program that another process or thread starts: `NAME.js` beside the running bundle when built (the build makes each
 * of these a separate entry), else its TypeScript source, which Node runs directly.
 * @param sourceDir `import.meta.dirname` of the calling module.
 * @throws Error naming the build as the remedy.
 */
export function entryFile(sourceDir: string, name: string): string {
  const candidates = [`${name}.js`, `${name}.ts`].map((file) => path.join(sourceDir, file));
  const found = candidates.find((file) => existsSync(file));
  if (found === undefined) throw new Error(`${name} is not beside ${sourceDir}: run "npm run build".`);
  return found;
}

/** The folder of a package that the build leaves outside the bundle, wherever npm put it. */
export const packageFolder = (name: string): string =>
  path.dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
