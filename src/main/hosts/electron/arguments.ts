import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { app } from 'electron';
import { DEEP_LINK_SCHEME, promptOfLink } from '../../../shared/window/deep-link.ts';
import type { GivenFile } from '../../../shared/window/preload-protocol.ts';
import type { AppOptions } from '../../api.ts';

// Links to the app. Whatever a link contains, it only fills in the message box.

/** The first link among a program's arguments. @param argv of this start, or of another one that left to us. */
const linkIn = (argv: readonly string[]): string | undefined => {
  for (const argument of argv) {
    const prompt = promptOfLink(argument);
    if (prompt !== undefined) return prompt;
  }
  return undefined;
};

/**
 * Call before the app is ready: macOS delivers the link that started it as early as it can.
 * @param onPrompt a new conversation with these words in its box; called only after `deliver`.
 */
export function receiveLinks(argv: readonly string[]): { deliver(onPrompt: (prompt: string) => void): void } {
  let waiting = linkIn(argv);
  let onPrompt: ((prompt: string) => void) | undefined;
  const take = (prompt: string | undefined) => {
    if (prompt === undefined) return;
    if (onPrompt === undefined) waiting = prompt;
    else onPrompt(prompt);
  };
  app.on('open-url', (event, url) => {
    event.preventDefault();
    take(promptOfLink(url));
  });
  app.on('second-instance', (_event, others) => take(linkIn(others)));
  return {
    deliver(given) {
      register(argv);
      onPrompt = given;
      take(waiting);
      waiting = undefined;
    },
  };
}

/** Registers the installed app for links; if Electron's own program runs it, only Windows takes the entry too. */
function register([, entry]: readonly string[]): void {
  if (app.isPackaged) app.setAsDefaultProtocolClient(DEEP_LINK_SCHEME);
  else if (process.platform === 'win32' && entry !== undefined)
    app.setAsDefaultProtocolClient(DEEP_LINK_SCHEME, process.execPath, [path.resolve(entry)]);
}

// Files that the system opens with the app: skills (`.skill`) and exported sessions (`.jsonl`).

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

/**
 * Options from the command line. Electron's and Chromium's own switches are among them, so unknown ones are skipped.
 * @param argv `process.argv`
 */
export function electronArguments(
  argv: readonly string[],
): Pick<AppOptions, 'home' | 'environment' | 'skillRoots' | 'model'> & { readonly doctor: string | undefined } {
  const { values } = parseArgs({
    args: argv.slice(1),
    strict: false,
    options: {
      home: { type: 'string' },
      env: { type: 'string' },
      skills: { type: 'string', multiple: true },
      'base-url': { type: 'string' },
      'api-key-env': { type: 'string' },
      model: { type: 'string' },
      doctor: { type: 'string' },
    },
  });
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const roots = Array.isArray(values.skills) ? values.skills.filter((root) => typeof root === 'string') : undefined;
  return {
    home: text(values.home),
    /** A file: the app examines itself, writes there what held, and quits. */
    doctor: text(values.doctor),
    environment: text(values.env),
    skillRoots: roots,
    model: { baseUrl: text(values['base-url']), apiKeyEnv: text(values['api-key-env']), model: text(values.model) },
  };
}
