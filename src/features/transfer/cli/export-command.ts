/** `skilldeck sessions export ID`: to stdout, or whole into a file. */

import path from 'node:path';
import { command } from '../../../main/hosts/cli/command.ts';
import { type CommandContext, printJson, withCore } from '../../../main/hosts/cli/context.ts';
import { EXIT, UsageError } from '../../../main/hosts/cli/exit-status.ts';
import {
  type FlagsOf,
  type GlobalOptions,
  type Options,
  oneOf,
  repeatable,
} from '../../../main/hosts/cli/run-options.ts';
import { inJson, printTable } from '../../../main/hosts/cli/text/progress.ts';
import { oneLine } from '../../../main/hosts/cli/text/visible.ts';
import { right, wholeFile, writeWhole } from '../../../main/hosts/cli/text/write-whole.ts';
import { exportPieces, type LinesChoice } from '../../../shared/contract/transfer-pieces.ts';
import { EXPORT_FORMATS, type OwnPattern, type SessionExport } from '../../../shared/review.ts';

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
  if (
    await inJson(context, flags, {
      session: choice.sessionId,
      format: 'jsonl',
      events,
      ...(redacted === undefined ? {} : { redacted }),
      file,
    })
  )
    return EXIT.done;
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
  const { words, note } = context;
  const found = await withCore(context, 'read', flags, (client) =>
    client.review.redactionPreview({ sessionId, patterns }),
  );
  if (await inJson(context, flags, found)) return EXIT.done;
  const { find, kind, event, count, what } = words.review.columns;
  const shape = [find, kind, ...[event, count].map(right), what];
  const rows = found.finds.map((one) => [
    one.id,
    one.kind,
    `${one.seq}`,
    words.number(one.count),
    oneLine(`${one.before}[${one.masked}]${one.after}`),
  ]);
  await printTable(context, shape, rows);
  note(found.total === 0 ? words.review.nothingFound : words.review.previewed(words.number(found.total)));
  return EXIT.done;
}

/** Max redactions listed; `--json` and `--preview` have all. */
const MOST_TOLD = 50;

function redactedLine(redacted: NonNullable<SessionExport['redacted']>, { words }: CommandContext): string {
  const { total, key, email, phone, card, home, personal, network, own, opaque, finds = [] } = redacted;
  const counts = [key, email, phone, card, home].map((count) => words.number(count));
  const line = words.export.redacted(words.number(total), counts);
  const { redactedPersonal, redactedNetwork, redactedOwn, redactedOpaque, redactedFind } = words.review;
  return [
    [
      line,
      ...(personal === undefined ? [] : [redactedPersonal(words.number(personal))]),
      ...(network === undefined ? [] : [redactedNetwork(words.number(network))]),
      ...(own === undefined ? [] : [redactedOwn(words.number(own))]),
      ...(opaque === undefined ? [] : [redactedOpaque(words.number(opaque))]),
    ].join(' '),
    ...finds
      .slice(0, MOST_TOLD)
      .map((find) => redactedFind(find.kind, find.id, words.number(find.count), find.events.join(', '))),
  ].join('\n');
}

export const exportCommand = command({
  name: 'sessions export',
  help: ({ help }) => help.sessionsExport,
  args: { '<ID>': ({ help }) => help.sessionId },
  options: OPTIONS,
  async run(context, [sessionId = ''], flags) {
    const { words, out, note } = context;
    const { format: given = 'jsonl', output } = flags;
    const format = EXPORT_FORMATS.find((name) => name === given);
    if (format === undefined) throw new UsageError(words.usage.choice('--format', given, EXPORT_FORMATS));
    const patterns = (flags.pattern ?? []).map(patternOf);
    if (flags.preview === true) return preview(context, sessionId, patterns, flags);
    if (format === 'pdf' && output === undefined) throw new UsageError(words.review.pdfNeedsFile);
    const language = context.language.toLowerCase().startsWith('zh') ? ('zh' as const) : ('en' as const);
    const keep = [...(flags.keep ?? [])];
    const redact = flags.redact === true;
    const sign = flags.sign === true;
    if (sign && (format !== 'jsonl' || (flags.json === true && output === undefined))) {
      throw new UsageError(words.review.signNeedsLines);
    }
    // One JSON document needs the whole export; anything else is streamed.
    if (format === 'jsonl' && !(flags.json === true && output === undefined)) {
      return exportLines(context, { sessionId, redact, patterns, keep, sign }, flags);
    }
    const input = { sessionId, format, language, redact, patterns, keep, reasoning: flags.reasoning === true };
    const { text, base64, events, redacted, leftOut } = await withCore(context, 'read', flags, (client) =>
      client.review.export(input),
    );
    const file = output === undefined ? undefined : path.resolve(output);
    const content = base64 === undefined ? text : Buffer.from(base64, 'base64');
    if (file !== undefined) writeWhole(file, content, context);
    if (flags.json === true) {
      const where = file === undefined ? { text } : { file };
      await printJson(out, {
        session: sessionId,
        format,
        events,
        ...(leftOut === undefined ? {} : { left_out: leftOut }),
        ...(redacted === undefined ? {} : { redacted }),
        ...where,
      });
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
