/** `skilldeck sessions import FILE`: what `sessions export` wrote, from a file or stdin. */
import { createReadStream, statSync } from 'node:fs';
import path from 'node:path';
import { messageOf, SkilldeckError } from '../../../shared/errors.ts';
import { MAX_IMPORT_BYTES } from '../../../shared/review.ts';
import { type CommandContext, printJson, withCore } from './context.ts';
import { EXIT, UsageError } from './exit-status.ts';
import type { GlobalOptions } from './global-options.ts';
import { oneLine } from './visible.ts';

export async function sessionsImport(context: CommandContext, given: string, flags: GlobalOptions): Promise<number> {
  const { words, out, note, deps } = context;
  const file = given === '-' ? '-' : path.resolve(given);
  if (file !== '-' && !statSync(file, { throwIfNoEntry: false })?.isFile()) {
    throw new UsageError(oneLine(words.import.noFile(file)));
  }
  const text = await readText(file === '-' ? deps.terminal.stdin : createReadStream(file), file, context);
  const done = await withCore(context, 'write', flags, (client) =>
    client.review.import({ text, ...(file === '-' ? {} : { name: path.basename(file) }) }),
  );
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

/** Stops reading where it is too much. */
async function readText(
  stream: AsyncIterable<Buffer | string>,
  file: string,
  { words }: CommandContext,
): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of stream) {
      const buffer = typeof part === 'string' ? Buffer.from(part) : part;
      bytes += buffer.length;
      if (bytes > MAX_IMPORT_BYTES) break;
      parts.push(buffer);
    }
  } catch (error) {
    throw new SkilldeckError('import-refused', words.import.cannotRead(file, messageOf(error)), { cause: error });
  }
  if (bytes > MAX_IMPORT_BYTES) {
    throw new SkilldeckError('import-refused', words.import.tooBig(file, words.number(MAX_IMPORT_BYTES)));
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
  } catch (error) {
    throw new SkilldeckError('import-refused', words.import.notText(file), { cause: error });
  }
}
