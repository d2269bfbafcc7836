import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A fresh data folder, by its real path, and how to remove it. */
export function temporaryHome(): { readonly home: string; remove(): void } {
  const home = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'skilldeck-home-')));
  return { home, remove: () => rmSync(home, { recursive: true, force: true }) };
}
