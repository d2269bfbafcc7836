/** Every kind of secret, in every place where one is said, in every format: none is left. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportSession } from '../../features/transfer/main/export-session.ts';
import { STYLE } from '../../features/transfer/main/html-page.ts';
import type { EventBody } from '../../shared/events.ts';
import { appRoot } from '../lib/app-files.ts';
import { answered, created, finished, rowsOf, said, started } from '../store/test-kit/home.ts';
import { createRedactor } from './redactor.ts';
import { SECRETS } from './test-kit/secrets.ts';

const call = (index: number, given: object, content: string): EventBody[] => [
  started(`call-${index}`, 'write_file', given),
  finished(`call-${index}`, 'write_file', content),
];

const PLACES: Readonly<Record<string, (text: string, index: number) => readonly EventBody[]>> = {
  'what the person says': (text) => [said(`Note this: ${text}\nand go on.`)],
  'an answer': (text) => [answered(`I have noted\n\n${text}\n\nas you said.`)],
  "a call's arguments, at the start of a line": (text, index) =>
    call(index, { path: 'work/a.txt', content: `first line\n${text}\nlast\tline\n\t${text}` }, 'done'),
  "a tool's result": (text, index) =>
    call(
      index,
      { path: 'work/a.txt' },
      `{"lines":[${JSON.stringify(text)}]}\nand ${JSON.stringify({ text: `x\n${text}` })}`,
    ),
  "a form's answer": (text, index) => [
    {
      type: 'user-message-added',
      text: 'Filled in.',
      form: { callId: `call-${index}`, outcome: 'submitted', answers: { notes: text, more: [{ line: text }] } },
    },
  ],
  'an address and base64': (text) => [
    said(`https://example.com/find?note=${encodeURIComponent(text)}&page=2`),
    said(`https://example.com/find?${new URLSearchParams({ note: text })}`),
    answered(`It is ${Buffer.from(`note\n${text}\n`).toString('base64')} in base64.`),
  ],
};

const spellings = (secret: string): string[] => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret),
  `${new URLSearchParams({ a: secret })}`.slice(2),
  JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1),
  secret.replaceAll('&', '&amp;'),
  secret.replaceAll('\n', '\n> '),
];

const left = (text: string): string[] =>
  SECRETS.filter(([, secret]) => spellings(secret).some((spelling) => text.includes(spelling))).map(
    ([, secret]) => secret,
  );

it('holds more than a hundred secrets of many kinds', () => {
  expect(new Set(SECRETS.map(([, secret]) => secret)).size).toBeGreaterThanOrEqual(114);
});

describe.each(Object.entries(PLACES))('no secret is left in %s', (_name, place) => {
  // Each in separate events: a secret missed in one place is not found through another.
  const rows = rowsOf(created, ...SECRETS.flatMap(([text], index) => place(text, index)));

  it.each(['jsonl', 'md', 'html'] as const)('%s', async (format) => {
    const options = { format, redact: true, language: 'en', folders: [] } as const;
    const { text } = await exportSession('s', rows, options);
    // The page's colours are ours, whatever digits they have.
    expect(left(text.replace(STYLE, ''))).toEqual([]);
    if (format !== 'jsonl') return;
    for (const [said, secret] of SECRETS) {
      for (const [one] of text.matchAll(/[A-Za-z0-9+/]{16,}={0,2}/g)) {
        if (Buffer.from(one, 'base64').toString().includes(secret)) expect(said).toBe('gone');
      }
    }
  });
});

/** Examples in the documents of a secret, a traveller, an address or a home folder. */
const MEANT =
  /-----BEGIN PRIVATE KEY-----|^\/Users\/ada|@example\.com$|^(?:1990-02-03|\+8613800138000|E12345678|10\.0\.0\.0|user:password)$/;

it('removes no ordinary text: under one find in 10,000 words of the documents and skills', () => {
  const files = ['README.md', 'AGENTS.md', 'docs/**/*.md', 'skills/**/*.{md,yaml,json}'].flatMap((pattern) =>
    globSync(pattern, { cwd: appRoot(), exclude: (name) => name.includes('node_modules') }),
  );
  const finds: string[] = [];
  let words = 0;
  for (const file of files) {
    const text = readFileSync(path.join(appRoot(), file), 'utf8');
    words += text.split(/\s+/).length;
    createRedactor([], { onFound: (found) => finds.push(found.text) }).text(text);
  }
  expect(words).toBeGreaterThan(40_000);
  expect(finds.filter((text) => !MEANT.test(text)).length / words).toBeLessThan(1 / 10_000);
});
