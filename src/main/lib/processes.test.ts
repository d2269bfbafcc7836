import { afterEach, expect, it, vi } from 'vitest';
import { AS_NODE, asNodeWords, ownNodeFiles } from './processes.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it('is the program alone where it is a Node, and all that Electron’s binary loads where it is not', () => {
  expect(ownNodeFiles('/usr/bin/node', 'linux', false)).toBe('/usr/bin/node');
  expect(ownNodeFiles('/opt/Skilldeck/skilldeck', 'linux', true)).toBe('/opt/Skilldeck');
  // Electron Framework.framework is in Contents/Frameworks, beside Contents/MacOS.
  expect(ownNodeFiles('/Applications/Skilldeck.app/Contents/MacOS/Skilldeck', 'darwin', true)).toBe(
    '/Applications/Skilldeck.app',
  );
});

it('runs Electron as Node, and without archives as folders', async () => {
  expect([AS_NODE, asNodeWords()]).toEqual([{}, []]);
  vi.stubGlobal('process', { ...process, versions: { ...process.versions, electron: '45.4.1' } });
  vi.resetModules();
  const under = await import('./processes.ts');
  expect(under.AS_NODE).toEqual({ ELECTRON_RUN_AS_NODE: '1', ELECTRON_NO_ASAR: '1' });
  expect(under.asNodeWords()).toEqual(['ELECTRON_RUN_AS_NODE=1', 'ELECTRON_NO_ASAR=1']);
});
