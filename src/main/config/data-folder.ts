/** Locates the data folder. */
import os from 'node:os';
import path from 'node:path';

/** `--home`, else `SKILLDECK_HOME`, else the platform's own place for an application's data. Absolute. */
export function dataFolder(given: string | undefined, env: NodeJS.ProcessEnv = process.env): string {
  const chosen = given ?? env.SKILLDECK_HOME;
  if (chosen !== undefined && chosen !== '') return path.resolve(chosen);
  return path.join(platformDataRoot(env), 'skilldeck');
}

function platformDataRoot(env: NodeJS.ProcessEnv): string {
  switch (process.platform) {
    case 'darwin':
      return path.join(os.homedir(), 'Library', 'Application Support');
    case 'win32':
      return env.APPDATA ?? path.join(os.homedir(), 'AppData', 'Roaming');
    default:
      return env.XDG_DATA_HOME ?? path.join(os.homedir(), '.local', 'share');
  }
}
