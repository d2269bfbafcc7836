import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { faultsOfVoice, OLD_CHINESE, OLD_COMMENTS, OLD_ENGLISH, UNCONTRACTED } from '../test-kit/voice.ts';

/** A line of a comment; the first text of a long one comes with what opens it. */
const COMMENT_LINE = /^\s*(?:\/\*\*(?:\n\s*\*)?|\*|\/\/) .*$/gm;

/** The quoted texts of every family; figures and other code within them are left out. */
function textsOf(language: string, isRead = (_file: string): boolean => true): string[] {
  const folder = path.join(import.meta.dirname, language);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && isRead(file))
    .map((file) => path.join(folder, file));
  // Features bring their own.
  const features = path.join(import.meta.dirname, '..', '..', 'features');
  const ofLanguage = new RegExp(`(?:words\\.${language}|words[\\\\/]${language}[\\\\/][\\w-]+)\\.ts$`);
  const brought = readdirSync(features, { recursive: true, encoding: 'utf8' })
    .filter((file) => ofLanguage.test(file) && isRead(file))
    .map((file) => path.join(features, file));
  return [...files, ...brought]
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .filter((line) => !/^\s*(import|export type|\/?\*)/.test(line))
    .map((line) => line.replace(/^\s*'[^']+':/, ''))
    .flatMap((line) => line.match(/'(?:[^'\\]|\\.)*'(?!:)|`[^`]*`|"[^"]*"/g) ?? [])
    .map((text) => text.replaceAll(/\{\{\w+\}\}|\$\{[^}]*\}/g, '…'));
}

it('are written in plain English and idiomatic Chinese', () => {
  expect(textsOf('en').flatMap((text) => faultsOfVoice(text, OLD_ENGLISH))).toEqual([]);
  expect(textsOf('zh').flatMap((text) => faultsOfVoice(text, OLD_CHINESE))).toEqual([]);
});

it('contract in the window, which speaks to a person', () => {
  const window = textsOf('en', (file) => !/^(?:cli|transfer)\b/.test(file));
  expect(window.flatMap((text) => faultsOfVoice(text, UNCONTRACTED))).toEqual([]);
});

it('holds for comments too', () => {
  const root = path.join(import.meta.dirname, '..', '..', '..');
  const comments = ['src', 'scripts', 'bench', 'e2e'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:tsx?|mjs)$/.test(file))
      .flatMap((file) => readFileSync(path.join(root, folder, file), 'utf8').match(COMMENT_LINE) ?? []),
  );
  expect(comments.flatMap((comment) => faultsOfVoice(comment.trim(), OLD_COMMENTS))).toEqual([]);
});
