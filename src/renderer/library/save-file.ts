import type { SessionExport } from '../../shared/review.ts';

/** Milliseconds after which the browser has read what it saves. */
const READ_WITHIN = 60_000;

/** Hands a file to the browser's own saving. */
export function saveFile({ text, base64, mime, fileName }: SessionExport): void {
  const content = base64 === undefined ? text : Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([content], { type: mime }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), READ_WITHIN);
}
