import type { ExportFormat, OwnPattern, SessionExport } from '../../../shared/review.ts';
import { exportPieces } from '../../../shared/transfer-pieces.ts';
import type { Client } from '../../client.ts';

export interface ExportChoice {
  readonly format: ExportFormat;
  readonly redact: boolean;
  /** A page has what the model thought. */
  readonly reasoning?: boolean;
  readonly patterns: readonly OwnPattern[];
  /** Ids of finds that stay as they are. */
  readonly keep: readonly string[];
  readonly language: 'en' | 'zh';
  /** Signs with the person's own key; JSON Lines only. */
  readonly sign?: boolean;
}

export interface ExportedFile extends Pick<SessionExport, 'fileName' | 'redacted' | 'brokenAt'> {
  readonly content: Blob;
}

export function exportedText(
  { review }: Pick<Client, 'review'>,
  sessionId: string,
  { format, redact, reasoning = false, patterns, keep, language }: ExportChoice,
): Promise<SessionExport> {
  return review.export({
    sessionId,
    format,
    redact,
    reasoning,
    language,
    ...(redact ? { patterns: [...patterns], keep: [...keep] } : {}),
  });
}

/** A log comes in pieces, each of which the browser takes over: a Blob is not kept in the page's own memory. */
export async function exportedFile(
  client: Pick<Client, 'review' | 'transfer'>,
  sessionId: string,
  choice: ExportChoice,
): Promise<ExportedFile> {
  if (choice.format !== 'jsonl') {
    const { text, base64, mime, ...rest } = await exportedText(client, sessionId, choice);
    return { ...rest, content: new Blob([base64 === undefined ? text : bytesOf(base64)], { type: mime }) };
  }
  const { redact, patterns, keep, sign = false } = choice;
  const parts: Blob[] = [];
  const lines = { sessionId, redact, sign, patterns: redact ? [...patterns] : [], keep: redact ? [...keep] : [] };
  const { mime, ...rest } = await exportPieces(client.transfer, lines, (text) => parts.push(new Blob([text])));
  return { ...rest, content: new Blob(parts, { type: mime }) };
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
