/** `skilldeck sessions export ID`: to stdout, or whole into a file. */

import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  type CommandContext,
  type CoreClient,
  command,
  type Interrupts,
  printJson,
  stoppable,
  withCore,
} from '../../main/hosts/cli/command.ts';
import {
  EXIT,
  type FlagsOf,
  type GlobalOptions,
  type Options,
  oneOf,
  readFailure,
  repeatable,
  TerminalError,
  UsageError,
} from '../../main/hosts/cli/run-options.ts';
import { oneLine, printTable } from '../../main/hosts/cli/text/print.ts';
import { wholeFile, writeWhole } from '../../main/hosts/cli/text/whole-file.ts';
import { exportPieces, importPieces, type LinesChoice, textsOf } from '../../shared/contract/transfer-pieces.ts';
import { defined } from '../../shared/defined.ts';
import { isSkilldeckError, messageOf } from '../../shared/errors.ts';
import { evidenceLines } from '../../shared/messages/evidence.ts';
import { conversationFiles, joined, type PlainFile, TRANSCRIPTS, unpacked } from '../../shared/review/unpack.ts';
import {
  EXPORT_FORMATS,
  IMPORT_FORMATS,
  type ImportProgress,
  type ImportResult,
  MAX_IMPORT_BYTES,
  type OwnPattern,
  redactedKinds,
  type SessionExport,
  someLines,
  type Verification,
} from '../../shared/review.ts';

// `skilldeck sessions import FILE|DIR`: what `sessions export` wrote, or another tool's transcripts.

const IMPORT_OPTIONS = {
  '--format <NAME>': oneOf(({ help }) => help.importFormat, IMPORT_FORMATS),
  '--preview': ({ help }) => help.importPreview,
} as const satisfies Options;

interface Imported extends ImportResult {
  /** Every request was rebuilt to its recorded hash, and no event was altered. False for other tools' transcripts: they have no requests. */
  readonly verified: boolean;
  /** Absent for a preview, and for other tools' transcripts. */
  readonly report?: Verification;
}

/** Files to import, each with those that it is read with. @throws UsageError */
function filesOf(given: string, { words }: CommandContext): ReadonlyMap<string, readonly string[]> {
  if (given === '-') return new Map([['-', []]]);
  const file = path.resolve(given);
  const info = statSync(file, { throwIfNoEntry: false });
  if (info?.isFile()) {
    const beside = path.join(file.replace(/\.jsonl$/, ''), 'subagents');
    const agents = file.endsWith('.jsonl') && existsSync(beside) ? readdirSync(beside) : [];
    return conversationFiles([file, ...agents.map((name) => path.join(beside, name))]);
  }
  if (!info?.isDirectory()) throw new UsageError(oneLine(words.import.noFile(file)));
  const found = readdirSync(file, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && TRANSCRIPTS.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
  if (found.length === 0) throw new UsageError(oneLine(words.import.noFiles(file)));
  return conversationFiles(found);
}

const verified = (client: CoreClient, { session }: ImportResult): Promise<Verification> =>
  client.review.verify({ sessionId: session });

function asJson({ foreign, report, ...result }: Imported) {
  const { chain = null, signature } = report ?? {};
  const { format = 'skilldeck', leftOut: left_out = [] } = foreign ?? {};
  // CONTRACT §11 has the first form of it, §14 the second.
  const leftOut = left_out.map(({ what, count }) => ({ kind: what, n: count }));
  const stopped_at = foreign?.stoppedAt;
  return { ...result, format, left_out, leftOut, chain, ...defined({ stopped_at, signature, foreign }) };
}

async function tell(context: CommandContext, done: Imported, preview: boolean): Promise<void> {
  const { words, out, note } = context;
  const { session, sessions = [session], alreadyThere, unknownEvents, redacted, foreign, report } = done;
  const [events, messages] = [words.number(done.events), words.number(done.messages ?? 0)];
  if (preview) {
    const count = foreign === undefined ? words.import.events(events) : words.import.messages(messages);
    for (const id of sessions) note(words.import.preview(id, foreign?.format ?? 'skilldeck', count));
  } else if (done.replaced !== undefined) note(words.import.replaced(session, words.number(done.replaced)));
  else note(alreadyThere ? words.import.alreadyThere(session, events) : words.import.done(session, events));
  if (unknownEvents > 0) note(words.import.unknown(words.number(unknownEvents)));
  if (redacted) note(words.import.redacted);
  if (foreign !== undefined) {
    const { format, leftOut } = foreign;
    if (!preview) note(words.review.foreign(format, messages));
    const kinds = leftOut.map(({ what, count, lines }) =>
      lines === undefined
        ? `${what} ${words.number(count)}`
        : words.import.broken(words.number(count), someLines(lines, count)),
    );
    if (kinds.length > 0) note(oneLine(words.import.leftOut(kinds.join(', '))));
    if (foreign.stoppedAt !== undefined) note(words.import.stopped(words.number(foreign.stoppedAt)));
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

/** Names the file where reading it fails. @throws SkilldeckError `import-refused` for an unreadable file. */
async function* readable<T>(
  read: AsyncIterable<T>,
  file: string,
  { words }: Pick<CommandContext, 'words'>,
): AsyncGenerator<T> {
  try {
    yield* read;
  } catch (error) {
    if (isSkilldeckError(error)) throw error;
    const why =
      error instanceof TypeError ? words.import.notText(file) : words.import.cannotRead(file, messageOf(error));
    throw new TerminalError('import-refused', why, { cause: error });
  }
}

async function* bounded(
  stream: AsyncIterable<Uint8Array | string>,
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
  args: { '<FILE>': ({ help }) => help.importFile },
  options: IMPORT_OPTIONS,
  async run(context, [given = ''], flags) {
    const { words, out, note, deps } = context;
    const files = filesOf(given, context);
    const isFolder = given !== '-' && !files.has(path.resolve(given));
    const { format, preview = false } = flags;
    const done: Imported[] = [];
    let failed = 0;
    let isArchive = false;
    const saidOf = (error: unknown) => readFailure(error, words.language)?.message ?? messageOf(error);
    const takeAll = async (client: CoreClient, { signal }: Interrupts) => {
      const watch = { signal, onProgress: tellProgress(context) };
      const take = async ({ bytes, name }: PlainFile, file: string): Promise<void> => {
        const about = defined({ name: file === '-' ? undefined : path.basename(name), format, preview });
        const read = readable(textsOf(bounded(bytes, file, words)), file, context);
        const result = await importPieces(client.transfer, read, about, watch);
        const report = preview || result.foreign !== undefined ? undefined : await verified(client, result);
        done.push({ ...result, verified: report?.ok === true && !report.redacted, ...defined({ report }) });
      };
      for (const [file, parts] of files) {
        const read = file === '-' ? deps.terminal.stdin : joined(parts.map((part) => createReadStream(part)));
        const stream = bounded(read, file, words);
        const before = done.length;
        let last: unknown;
        try {
          for await (const one of readable(unpacked(path.basename(file), stream), file, context)) {
            isArchive ||= one.isPart;
            await take(one, file).catch((error: unknown) => {
              if (!one.isPart || signal.aborted) throw error;
              note(oneLine(words.import.failed(`${file}: ${one.name}`, saidOf(error))));
              last = error;
            });
          }
          // Archives hold other files too: one conversation is enough.
          if (done.length === before && last !== undefined) throw last;
        } catch (error) {
          // One bad file of a folder does not keep the others out.
          if (!isFolder || signal.aborted) throw error;
          failed += 1;
          note(oneLine(words.import.failed(file, saidOf(error))));
        }
      }
      return true;
    };
    if ((await stoppable(context, 'write', flags, takeAll, words.import.cancelling)) === undefined) {
      note(words.import.cancelled);
      return EXIT.stopped;
    }
    if (flags.json === true)
      await printJson(out, isFolder || isArchive ? { sessions: done.map(asJson) } : asJson(done[0] as Imported));
    else for (const one of done) await tell(context, one, preview);
    return failed > 0 ? EXIT.error : EXIT.done;
  },
});

const OPTIONS = {
  '--format <FORMAT>': oneOf(({ help }) => help.exportFormat, EXPORT_FORMATS),
  '--output <FILE>': ({ help }) => help.output,
  '--redact': ({ help }) => help.redact,
  '--reasoning': ({ help }) => help.reasoning,
  '--pattern <WORDS>': repeatable(({ review }) => review.help.pattern),
  '--keep <FIND>': repeatable(({ review }) => review.help.keep),
  '--sign': ({ review }) => review.help.sign,
  '--preview': ({ review }) => review.help.preview,
} as const satisfies Options;
type ExportFlags = FlagsOf<typeof OPTIONS> & GlobalOptions;

/** The log as JSON Lines, from the core to the file or to stdout in pieces. */
async function exportLines(context: CommandContext, choice: LinesChoice, flags: ExportFlags): Promise<number> {
  const { words, out, note } = context;
  const file = flags.output === undefined ? undefined : path.resolve(flags.output);
  const whole = file === undefined ? undefined : wholeFile(file, context);
  const { events, redacted, brokenAt } = await withCore(context, 'read', flags, async (client) => {
    try {
      const end = await exportPieces(client.transfer, choice, (text) => (whole?.write ?? out.write)(text));
      whole?.close();
      return end;
    } finally {
      whole?.dispose();
    }
  });
  if (brokenAt !== undefined) note(words.review.exportedAltered(words.number(brokenAt)));
  if (flags.json === true) {
    await printJson(out, { session: choice.sessionId, format: 'jsonl', events, redacted, file });
    return EXIT.done;
  }
  if (file !== undefined) note(oneLine(words.export.written(words.number(events), file)));
  if (redacted !== undefined) note(redactedLine(redacted, context));
  return EXIT.done;
}

const patternOf = (given: string): OwnPattern => {
  const regex = /^\/(.+)\/$/s.exec(given)?.[1];
  return regex === undefined ? { pattern: given } : { pattern: regex, regex: true };
};

async function preview(
  context: CommandContext,
  sessionId: string,
  patterns: OwnPattern[],
  flags: ExportFlags,
): Promise<number> {
  const { words, note, out } = context;
  const found = await withCore(context, 'read', flags, (client) =>
    client.review.redactionPreview({ sessionId, patterns }),
  );
  if (flags.json === true) {
    await printJson(out, found);
    return EXIT.done;
  }
  const rows = found.finds.map((one) => [
    one.id,
    one.kind,
    `${one.seq}`,
    words.number(one.count),
    oneLine(`${one.before}[${one.masked}]${one.after}`),
  ]);
  await printTable(context, ['id', 'kind', 'event', 'count', 'what'], rows);
  note(found.total === 0 ? words.review.nothingFound : words.review.previewed(words.number(found.total)));
  return EXIT.done;
}

const redactedLine = (redacted: NonNullable<SessionExport['redacted']>, { words }: CommandContext): string =>
  words.export.redacted(words.number(redacted.total), redactedKinds(redacted, words.t, words.number));

export const exportCommand = command({
  name: 'sessions export',
  args: { '<ID>': ({ help }) => help.sessionId },
  options: OPTIONS,
  async run(context, [sessionId = ''], flags) {
    const { words, out, note } = context;
    const { format = 'jsonl', output, redact = false, sign = false, reasoning = false, keep = [] } = flags;
    const patterns = (flags.pattern ?? []).map(patternOf);
    if (flags.preview === true) return preview(context, sessionId, patterns, flags);
    if (format === 'pdf' && output === undefined) throw new UsageError(words.review.pdfNeedsFile);
    const { language } = words;
    if (sign && (format !== 'jsonl' || (flags.json === true && output === undefined))) {
      throw new UsageError(words.review.signNeedsLines);
    }
    // One JSON document needs the whole export; anything else is streamed.
    if (format === 'jsonl' && !(flags.json === true && output === undefined)) {
      return exportLines(context, { sessionId, redact, patterns, keep, sign }, flags);
    }
    const input = { sessionId, format, language, redact, patterns, keep, reasoning };
    const { text, base64, events, redacted, leftOut } = await withCore(context, 'read', flags, (client) =>
      client.review.export(input),
    );
    const file = output === undefined ? undefined : path.resolve(output);
    const content = base64 === undefined ? text : Buffer.from(base64, 'base64');
    if (file !== undefined) writeWhole(file, content, context);
    if (flags.json === true) {
      const where = file === undefined ? { text } : { file };
      await printJson(out, { session: sessionId, format, events, left_out: leftOut, redacted, ...where });
      return EXIT.done;
    }
    if (file === undefined) await out.write(text);
    else note(oneLine(words.export.written(words.number(events), file)));
    if (leftOut !== undefined && leftOut.length > 0) {
      const list = leftOut.map(({ what, count }) => `${what} ${words.number(count)}`).join(', ');
      note(oneLine(words.import.leftOut(list)));
    }
    if (redacted !== undefined) note(redactedLine(redacted, context));
    return EXIT.done;
  },
});
