/** Hands files to the browser: to save, or to show in a tab. */
import { artifactBlob } from './artifact-blob.ts';

/** Milliseconds until a blob's address is revoked: the download or the new tab must have read it by then. */
const KEPT_MS = 60_000;

function addressOf(blob: Blob): string {
  const url = URL.createObjectURL(blob);
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
  return url;
}

/** @param content a blob, or bytes in base64. Saved under the last part of `name`. */
export function saveFile(name: string, content: Blob | string): void {
  const link = document.createElement('a');
  link.href = addressOf(typeof content === 'string' ? blobOf(content) : content);
  link.download = name.split('/').at(-1) ?? name;
  link.click();
}

/** @returns whether a tab could be opened. */
export function showInTab(mime: string, base64: string): boolean {
  const { blob, show } = artifactBlob(mime, base64);
  return show && window.open(addressOf(blob), '_blank') !== null;
}

function blobOf(base64: string): Blob {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  return new Blob([bytes], { type: 'application/octet-stream' });
}
