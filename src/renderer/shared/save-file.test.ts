import { afterEach, expect, it, vi } from 'vitest';
import { artifactBlob } from './save-file.ts';

afterEach(() => vi.unstubAllGlobals());

const shown = (protocol: string) => {
  vi.stubGlobal('location', { protocol });
  return ['text/html', 'application/pdf', 'image/svg+xml'].map((mime) => artifactBlob(mime, btoa('x')).show);
};

it('shows a PDF in a tab of the browser, and saves it in the desktop app, whose windows run no viewer', () => {
  expect(shown('http:')).toEqual([true, true, false]);
  expect(shown('app:')).toEqual([true, false, false]);
});
