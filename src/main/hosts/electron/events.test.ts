/** Events of Electron: the app and its stand-in know those alone that Electron's own types have. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const textOf = (...patterns: string[]) =>
  globSync(patterns, { cwd: import.meta.dirname })
    .map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8'))
    .join('\n');
const namesIn = (text: string, pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, name = '']) => name));

const types = readFileSync('node_modules/electron/electron.d.ts', 'utf8');
const known = namesIn(types, /\bon(?:ce)?\(event: '([^']+)'/g);
// The updater's events are those of electron-updater.
const app = textOf('!(*.test|updater).ts', '../../../preload/*.ts');
const tests = textOf('!(events).test.ts', 'test-kit/*.ts');
const heard = namesIn(app, /\.(?:on|once)\('([a-z-]+)'/g);

/** Raised by a system or a person alone. */
const ON_A_DESKTOP = ['activate', 'click', 'context-menu', 'did-fail-load', 'move', 'resize'];

it('are known to Electron, in the app and in what tests raise', () => {
  const raised = namesIn(tests, /\.emit\('([a-z-]+)'/g);
  expect([...heard, ...raised].filter((name) => !known.has(name))).toEqual([]);
  expect(heard.size).toBeGreaterThan(20);
});

it('are raised by a test where the app hears them, or left to a desktop by name', () => {
  const silent = [...heard].filter((name) => !tests.includes(`'${name}'`));
  expect(silent.filter((name) => !ON_A_DESKTOP.includes(name))).toEqual([]);
});
