import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { messageOf } from '../../../../shared/errors.ts';
import type { CommandContext } from '../command.ts';
import { TerminalError } from '../run-options.ts';

/** Replaces a file atomically; readable by its owner alone, like the data folder. */
export function wholeFile(file: string, { words }: Pick<CommandContext, 'words'>) {
  const fresh = `${file}.${process.pid}.part`;
  let descriptor: number | undefined;
  const dispose = (): void => {
    if (descriptor === undefined) return;
    closeSync(descriptor);
    descriptor = undefined;
    rmSync(fresh, { force: true });
  };
  const explained = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      dispose();
      rmSync(fresh, { force: true });
      throw new TerminalError('home-unusable', words.export.cannotWrite(file, messageOf(error)), { cause: error });
    }
  };
  return {
    write: (content: string | Uint8Array) =>
      explained(() => {
        descriptor ??= openSync(fresh, 'wx', 0o600);
        const bytes = typeof content === 'string' ? Buffer.from(content) : content;
        for (let from = 0; from < bytes.length; ) from += writeSync(descriptor, bytes, from);
      }),
    close: () =>
      explained(() => {
        descriptor ??= openSync(fresh, 'wx', 0o600);
        closeSync(descriptor);
        descriptor = undefined;
        renameSync(fresh, file);
      }),
    /** Takes away what was not put in its place; safe to call afterwards. */
    dispose,
  };
}

/** The same of what is there at once. */
export function writeWhole(file: string, content: string | Uint8Array, context: Pick<CommandContext, 'words'>): void {
  const whole = wholeFile(file, context);
  whole.write(content);
  whole.close();
}
