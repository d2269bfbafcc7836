/** `skilldeck sessions import FILE`: what `sessions export` wrote, from a file or stdin. */

import { createReadStream, statSync } from 'node:fs';
import path from 'node:path';
import { isSkilldeckError, messageOf } from '../../../../shared/errors.ts';
import { type ImportProgress, type ImportResult, MAX_IMPORT_BYTES } from '../../../../shared/review.ts';
import { importPieces, textsOf } from '../../../../shared/transfer-pieces.ts';
import { watchInterrupts } from '../ask/interrupts.ts';
import { command } from '../command.ts';
import { type CommandContext, printJson, withCore } from '../context.ts';
import { EXIT, TerminalError, UsageError } from '../exit-status.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { oneLine } from '../text/visible.ts';

async function sessionsImport(context: CommandContext, given: string, flags: GlobalOptions): Promise<number> {
  const { words, out, note, deps } = context;
  const file = given === '-' ? '-' : path.resolve(given);
  if (file !== '-' && !statSync(file, { throwIfNoEntry: false })?.isFile()) {
    throw new UsageError(oneLine(words.import.noFile(file)));
  }
  const read = () => texts(file === '-' ? deps.terminal.stdin : createReadStream(file), file, context);
  const name = file === '-' ? undefined : path.basename(file);
  const interrupts = watchInterrupts(deps, { stopping: () => note(words.import.cancelling), timeUp: () => {} });
  let done: ImportResult;
  try {
    done = await withCore(context, 'write', flags, (client) =>
      importPieces(client.transfer, read(), name, { signal: interrupts.signal, onProgress: tellProgress(context) }),
    );
  } catch (error) {
    if (!interrupts.signal.aborted) throw error;
    note(words.import.cancelled);
    return EXIT.stopped;
  } finally {
    interrupts.dispose();
  }
  if (flags.json === true) {
    await printJson(out, done);
    return EXIT.done;
  }
  const { session, alreadyThere, unknownEvents, redacted } = done;
  const events = words.number(done.events);
  note(alreadyThere ? words.import.alreadyThere(session, events) : words.import.done(session, events));
  if (unknownEvents > 0) note(words.import.unknown(words.number(unknownEvents)));
  if (redacted) note(words.import.redacted);
  if (done.foreign !== undefined) {
    const { format, messages, skipped } = done.foreign;
    note(words.review.foreign(format, words.number(messages)));
    if (skipped > 0) note(words.review.skipped(words.number(skipped)));
  }
  await out.line(session);
  return EXIT.done;
}

/** A line every so often: small files need none. */
const TELL_EVERY_MS = 3_000;

function tellProgress({ words, note }: CommandContext): (progress: ImportProgress) => void {
  let last = performance.now();
  return ({ events, stored }) => {
    if (performance.now() - last < TELL_EVERY_MS) return;
    last = performance.now();
    const { number } = words;
    note(stored > 0 ? words.import.stored(number(stored), number(events)) : words.import.read(number(events)));
  };
}

/** Reads in pieces; stops when it is too much. @throws SkilldeckError `import-refused` for an unreadable file. */
async function* texts(
  stream: AsyncIterable<Buffer | string>,
  file: string,
  { words }: CommandContext,
): AsyncGenerator<string> {
  try {
    yield* textsOf(bounded(stream, file, words));
  } catch (error) {
    if (isSkilldeckError(error)) throw error;
    const why =
      error instanceof TypeError ? words.import.notText(file) : words.import.cannotRead(file, messageOf(error));
    throw new TerminalError('import-refused', why, { cause: error });
  }
}

async function* bounded(
  stream: AsyncIterable<Buffer | string>,
  file: string,
  words: CommandContext['words'],
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const part of stream) {
    const buffer = typeof part === 'string' ? Buffer.from(part) : part;
    bytes += buffer.length;
    if (bytes > MAX_IMPORT_BYTES) {
      throw new TerminalError('import-refused', words.import.tooBig(file, words.number(MAX_IMPORT_BYTES)));
    }
    yield buffer;
  }
}

export const importCommand = command({
  name: 'sessions import',
  help: ({ help }) => help.sessionsImport,
  args: { '<FILE>': ({ help }) => help.importFile },
  run: (context, [file = ''], flags) => sessionsImport(context, file, flags),
});
