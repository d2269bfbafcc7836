/** The command line in this process, over the real core: a data folder, and a folder of skills beside it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createApp } from '../../../app.ts';
import { tempFolder } from '../../../lib/test-kit/temp-folder.ts';
import type { ScriptedModel } from '../../../models/test-kit/scripted-model.ts';
import { fakeTerminal, run } from './fake-terminal.ts';
import type { Ended } from './skilldeck.ts';

export interface CommandLine {
  readonly folder: string;
  at(...parts: readonly string[]): string;
  /** Its data folder, its skills alone, and the endpoint of a model. */
  options(model?: ScriptedModel): string[];
  /** A file below the folder, with its folders. @param content JSON where it is no text. @returns its path. */
  write(name: string, content: unknown): string;
}

/** Gone at the end of the test. */
export function commandLine(): CommandLine {
  const folder = tempFolder();
  const at = (...parts: readonly string[]) => path.join(folder, ...parts);
  return {
    folder,
    at,
    options: (model) => {
      const own = ['--home', at('home'), '--skills', 'none', '--skills', at('skills')];
      return model === undefined ? own : [...own, '--base-url', model.url, '--model', 'scripted-model'];
    },
    write(name, content) {
      mkdirSync(path.dirname(at(name)), { recursive: true });
      writeFileSync(at(name), typeof content === 'string' ? content : JSON.stringify(content));
      return at(name);
    },
  };
}

/** Begins `skilldeck ARGS`. */
export function begin(args: readonly string[], terminal = fakeTerminal()) {
  return { terminal, done: run(terminal, args, { createApp }) };
}

/** Runs `skilldeck ARGS` to its end. */
export async function skilldeck(args: readonly string[], terminal = fakeTerminal()): Promise<Ended> {
  const status = await begin(args, terminal).done;
  return { status, out: terminal.out(), err: terminal.err() };
}
