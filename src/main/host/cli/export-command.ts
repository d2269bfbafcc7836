/** `skilldeck sessions export ID`: to stdout, or whole into a file. */
import path from 'node:path';
import { EXPORT_FORMATS, type SessionExport } from '../../../shared/review.ts';
import { type CommandContext, printJson, withCore } from './context.ts';
import { EXIT, UsageError } from './exit-status.ts';
import type { GlobalOptions } from './global-options.ts';
import { oneLine } from './visible.ts';
import { writeWhole } from './write-whole.ts';

export interface ExportFlags extends GlobalOptions {
  readonly format?: string;
  readonly output?: string;
  readonly redact?: boolean;
}

export async function sessionsExport(context: CommandContext, sessionId: string, flags: ExportFlags): Promise<number> {
  const { words, out, note } = context;
  const { format: given = 'jsonl', output } = flags;
  const format = EXPORT_FORMATS.find((name) => name === given);
  if (format === undefined) throw new UsageError(words.usage.choice('--format', given, EXPORT_FORMATS));
  const language = context.language.toLowerCase().startsWith('zh') ? ('zh' as const) : ('en' as const);
  const input = { sessionId, format, language, redact: flags.redact === true };
  const { text, events, redacted } = await withCore(context, 'read', flags, (client) => client.review.export(input));
  const file = output === undefined ? undefined : path.resolve(output);
  if (file !== undefined) writeWhole(file, text, context);
  if (flags.json === true) {
    const where = file === undefined ? { text } : { file };
    await printJson(out, {
      session: sessionId,
      format,
      events,
      ...(redacted === undefined ? {} : { redacted }),
      ...where,
    });
    return EXIT.done;
  }
  if (file === undefined) await out.write(text);
  else note(oneLine(words.export.written(words.number(events), file)));
  if (redacted !== undefined) note(redactedLine(redacted, context));
  return EXIT.done;
}

function redactedLine(redacted: NonNullable<SessionExport['redacted']>, { words }: CommandContext): string {
  const { total, key, email, phone, card, home } = redacted;
  const counts = [key, email, phone, card, home].map((count) => words.number(count));
  return words.export.redacted(words.number(total), counts);
}
