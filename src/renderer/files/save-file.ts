/** A file as something that the browser saves, or shows in a tab of its own. */
import { artifactBlob } from '../shared/artifact-blob.ts';

/** Milliseconds for which a blob's address stays good: the new tab or the download must have read it by then. */
const KEPT_MS = 60_000;

function addressOf(blob: Blob): string {
  const url = URL.createObjectURL(blob);
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
  return url;
}

/** The bytes as they are, under the last part of its name. */
export function saveFile(name: string, base64: string): void {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  const link = document.createElement('a');
  link.href = addressOf(new Blob([bytes], { type: 'application/octet-stream' }));
  link.download = name.split('/').at(-1) ?? name;
  link.click();
}

/** False where no tab could be opened for it. */
export function showInTab(mime: string, base64: string): boolean {
  const { blob, show } = artifactBlob(mime, base64);
  return show && window.open(addressOf(blob), '_blank') !== null;
}
