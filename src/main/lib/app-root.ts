import { existsSync } from 'node:fs';
import path from 'node:path';

/** The folder that holds `package.json` and `skills/`, above whatever file of the build or the sources asks. */
export function appRoot(from: string = import.meta.dirname): string {
  for (let dir = from; ; dir = path.dirname(dir)) {
    if (existsSync(path.join(dir, 'package.json')) && existsSync(path.join(dir, 'skills'))) return dir;
    if (dir === path.dirname(dir)) throw new Error(`No folder above ${from} holds package.json and skills/.`);
  }
}
