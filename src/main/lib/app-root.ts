import { existsSync } from 'node:fs';
import path from 'node:path';

/** The folder with `package.json` and `skills/`, above the calling file, built or source. */
export function appRoot(from: string = import.meta.dirname): string {
  for (let dir = from; ; dir = path.dirname(dir)) {
    if (existsSync(path.join(dir, 'package.json')) && existsSync(path.join(dir, 'skills'))) return dir;
    if (dir === path.dirname(dir)) throw new Error(`No folder above ${from} holds package.json and skills/.`);
  }
}
