/** `skilldeck sessions import FILE|DIR`: what `sessions export` wrote, or another tool's transcripts. */

import { createReadStream, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { watchInterrupts } from '../../../main/hosts/cli/ask.ts';
import { command } from '../../../main/hosts/cli/command.ts';
import { type CommandContext, type CoreClient, printJson, withCore } from '../../../main/hosts/cli/context.ts';
import { EXIT, readFailure, TerminalError, UsageError } from '../../../main/hosts/cli/exit-status.ts';
import {
  choiceIn,
  type FlagsOf,
  type GlobalOptions,
  type Options,
  oneOf,
} from '../../../main/hosts/cli/run-options.ts';
import { oneLine } from '../../../main/hosts/cli/text/visible.ts';
import { importPieces, textsOf } from '../../../shared/contract/transfer-pieces.ts';
import { defined } from '../../../shared/defined.ts';
import { isSkilldeckError, messageOf } from '../../../shared/errors.ts';
import { evidenceLines } from '../../../shared/messages/evidence.ts';
import {
  IMPORT_FORMATS,
  type ImportProgress,
  type ImportResult,
  MAX_IMPORT_BYTES,
  type Verification,
} from '../../../shared/review.ts';

const OPTIONS = {
  '--format <NAME>': oneOf(({ help }) => help.importFormat, IMPORT_FORMATS),
  '--preview': ({ help }) => help.importPreview,
} as const satisfies Options;
type ImportFlags = FlagsOf<typeof OPTIONS> & GlobalOptions;

interface Imported extends ImportResult {
  /** Every request was rebuilt to its recorded hash, and no event was altered. False for other tools' transcripts: they have no requests. */
  readonly verified: boolean;
  /** Absent for a preview, and for other tools' transcripts. */
  readonly report?: Verification;
}

const globalsOf = ({ home, env, skills, json }: ImportFlags): GlobalOptions => defined({ home, env, skills, json });

/** @throws UsageError */
function filesOf(given: string, { words }: CommandContext): readonly string[] {
  if (given === '-') return ['-'];
  const file = path.resolve(given);
  const info = statSync(file, { throwIfNoEntry: false });
  if (info?.isFile()) return [file];
  if (!info?.isDirectory()) throw new UsageError(oneLine(words.import.noFile(file)));
  const found = readdirSync(file, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:jsonl?|ndjson)$/i.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  if (found.length === 0) throw new UsageError(oneLine(words.import.noFiles(file)));
  return found;
}

const verified = (client: CoreClient, { session }: ImportResult): Promise<Verification> =>
  client.review.verify({ sessionId: session });

function asJson({ foreign, report, ...result }: Imported) {
  const { chain = null, signature } = report ?? {};
  const { format = 'skilldeck', messages, leftOut = [] } = foreign ?? {};
  return { ...result, format, messages, left_out: leftOut, chain, ...defined({ signature, foreign }) };
}

async function tell(context: CommandContext, done: Imported, preview: boolean): Promise<void> {
  const { words, out, note } = context;
  const { session, sessions = [session], alreadyThere, unknownEvents, redacted, foreign, report } = done;
  const events = words.number(done.events);
  if (preview) {
    const count =
      foreign === undefined ? words.import.events(events) : words.import.messages(words.number(foreign.messages));
    for (const id of sessions) note(words.import.preview(id, foreign?.format ?? 'skilldeck', count));
  } else note(alreadyThere ? words.import.alreadyThere(session, events) : words.import.done(session, events));
  if (unknownEvents > 0) note(words.import.unknown(words.number(unknownEvents)));
  if (redacted) note(words.import.redacted);
  if (foreign !== undefined) {
    const { format, messages, leftOut } = foreign;
    if (!preview) note(words.review.foreign(format, words.number(messages)));
    const list = leftOut.map(({ what, count }) => `${what} ${words.number(count)}`).join(', ');
    if (list !== '') note(oneLine(words.import.leftOut(list)));
  }
  if (report !== undefined) {
    const { differing, damaged, missing = [] } = report;
    if (differing.length + damaged.length + missing.length > 0) note(words.import.unverified(session));
    for (const line of evidenceLines(words.language, report)) note(oneLine(`${session}: ${line}`));
  }
  if (!preview) for (const id of sessions) await out.line(id);
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
  options: OPTIONS,
  async run(context, [given = ''], flags) {
    const { words, out, note, deps } = context;
    const files = filesOf(given, context);
    const isFolder = given !== '-' && files[0] !== path.resolve(given);
    const format = flags.format === undefined ? undefined : choiceIn('--format', flags.format, IMPORT_FORMATS, words);
    const preview = flags.preview === true;
    const interrupts = watchInterrupts(deps, { stopping: () => note(words.import.cancelling), timeUp: () => {} });
    const done: Imported[] = [];
    let failed = 0;
    try {
      await withCore(context, 'write', globalsOf(flags), async (client) => {
        for (const file of files) {
          const read = texts(file === '-' ? deps.terminal.stdin : createReadStream(file), file, context);
          const about = defined({ name: file === '-' ? undefined : path.basename(file), format, preview });
          const watch = { signal: interrupts.signal, onProgress: tellProgress(context) };
          try {
            const result = await importPieces(client.transfer, read, about, watch);
            const report = preview || result.foreign !== undefined ? undefined : await verified(client, result);
            done.push({ ...result, verified: report?.ok === true && !report.redacted, ...defined({ report }) });
          } catch (error) {
            // One bad file of a folder does not keep the others out.
            if (!isFolder || interrupts.signal.aborted) throw error;
            failed += 1;
            note(oneLine(words.import.failed(file, readFailure(error, words.language)?.message ?? messageOf(error))));
          }
        }
      });
    } catch (error) {
      if (!interrupts.signal.aborted) throw error;
      note(words.import.cancelled);
      return EXIT.stopped;
    } finally {
      interrupts.dispose();
    }
    if (flags.json === true)
      await printJson(out, isFolder ? { sessions: done.map(asJson) } : asJson(done[0] as Imported));
    else for (const one of done) await tell(context, one, preview);
    return failed > 0 ? EXIT.error : EXIT.done;
  },
});
