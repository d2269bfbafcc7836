/** Files that the system opens with the app: skills (`.skill`) and exported sessions (`.jsonl`). */
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { app } from 'electron';
import type { GivenFile } from '../../../shared/preload-protocol.ts';

/** Bytes of a session that are handed to the page at once; the library takes larger files, piece by piece. */
const MAX_SESSION_BYTES = 256 * 1024 * 1024;

/** Absolute paths among a program's arguments; values of options are none of them in practice, and would only be shown. */
function filesIn(argv: readonly string[], folder: string): string[] {
  return argv.slice(1).flatMap((argument) => {
    if (argument.startsWith('-') || !/\.(?:skill|jsonl)$/i.test(argument)) return [];
    const file = path.resolve(folder, argument);
    return statSync(file, { throwIfNoEntry: false })?.isFile() === true ? [file] : [];
  });
}

async function given(file: string): Promise<GivenFile> {
  if (/\.skill$/i.test(file)) return { kind: 'skill', path: file };
  const { size } = statSync(file);
  if (size > MAX_SESSION_BYTES)
    throw new Error('The file is too large to be opened like this. Import it in the library.');
  return { kind: 'session', name: path.basename(file), bytes: new Uint8Array(await readFile(file)) };
}

/**
 * Call before the app is ready: macOS delivers the file that started it as early as it can.
 * @returns how files reach the page, in order; called once there is one.
 */
export function receiveFiles(argv: readonly string[]) {
  const waiting: string[] = filesIn(argv, process.cwd());
  let take = (file: string): void => void waiting.push(file);
  app.on('open-file', (event, file) => {
    event.preventDefault();
    take(file);
  });
  app.on('second-instance', (_event, others, folder) => {
    for (const file of filesIn(others, folder)) take(file);
  });
  return {
    deliver(onFile: (file: GivenFile) => void, onFailure: (name: string, error: unknown) => void): void {
      let queue: Promise<void> = Promise.resolve();
      take = (file) => {
        queue = queue.then(() => given(file)).then(onFile, (error: unknown) => onFailure(path.basename(file), error));
      };
      for (const file of waiting.splice(0)) take(file);
    },
  };
}
