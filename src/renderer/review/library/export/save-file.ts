import type { ExportedFile } from '../../../store/index.ts';

/** Milliseconds after which the browser has read what it saves. */
const READ_WITHIN = 60_000;

/** Hands a file to the browser's own saving. */
export function saveFile({ content, fileName }: Pick<ExportedFile, 'content' | 'fileName'>): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), READ_WITHIN);
}
