/** Name of an exported file: the session's title and day, without characters that some system refuses. */
import type { ExportFormat } from '../../../../shared/review.ts';

const LENGTH = 60;

const EXTENSIONS: Partial<Record<ExportFormat, string>> = {
  atif: 'atif.json',
  openai: 'openai.json',
  otlp: 'otlp.json',
};

export function fileNameFor(title: string, session: string, startedAt: string, format: ExportFormat): string {
  const words = title
    .normalize('NFC')
    .replace(/[\p{C}\p{Z}\s<>:"/\\|?*.…]+/gu, ' ')
    .trim();
  const name = [...words].slice(0, LENGTH).join('').trim();
  const day = /^\d{4}-\d\d-\d\d/.exec(startedAt)?.[0];
  return `${[name || session, ...(day === undefined ? [] : [day])].join(' ')}.${EXTENSIONS[format] ?? format}`;
}
