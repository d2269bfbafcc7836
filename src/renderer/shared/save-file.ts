/** Hands files to the browser: to save, or to show in a tab. */

// A run's file, as something that the browser may show or save.

/** Types that a tab may show. Everything else is saved: SVG, for one, can carry scripts. */
const SHOWN = new Set(['text/html', 'text/plain', 'application/pdf', 'image/png', 'image/jpeg', 'image/webp']);

/** The desktop app's page. Its documents open in windows without scripts and frames, and Chromium's PDF viewer is made of both. */
const DESKTOP_PROTOCOL = 'app:';

/**
 * A blob's page has the app's own origin, so a script in it could speak to the core. This policy, before anything
 * else in the page, lets it show text, styles and its own pictures and nothing more.
 */
const SCRIPTLESS =
  "<!doctype html><meta charset=\"utf-8\"><meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'\">";

export interface ArtifactBlob {
  readonly blob: Blob;
  readonly show: boolean;
}

export function artifactBlob(mime: string, base64: string): ArtifactBlob {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  const type = (mime.split(';')[0] ?? '').trim().toLowerCase();
  const show = SHOWN.has(type) && !(type === 'application/pdf' && location.protocol === DESKTOP_PROTOCOL);
  if (type === 'text/html') return { blob: new Blob([SCRIPTLESS, bytes], { type: 'text/html;charset=utf-8' }), show };
  if (type === 'text/plain') return { blob: new Blob([bytes], { type: 'text/plain;charset=utf-8' }), show };
  return { blob: new Blob([bytes], { type: show ? type : 'application/octet-stream' }), show };
}

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

/** In a tab where it can be shown, else saved. `blocked`: saved because no tab could be opened. */
export function openFile(name: string, file: { readonly mime: string; readonly base64: string }) {
  const { blob, show } = artifactBlob(file.mime, file.base64);
  if (show && window.open(addressOf(blob), '_blank') !== null) return 'shown';
  saveFile(name, blob);
  return show ? 'blocked' : 'saved';
}

function blobOf(base64: string): Blob {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  return new Blob([bytes], { type: 'application/octet-stream' });
}
