import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { lint } from '../../../shared/messages/en/lint.ts';

const RULES = path.join(import.meta.dirname, '../../../main/skills/lint/rules');

it('has words for every lint rule, in English the rule’s own', () => {
  const titles = readdirSync(RULES)
    .filter((file) => !file.includes('.test.'))
    .map((file) => readFileSync(path.join(RULES, file), 'utf8'))
    .flatMap((code) => [...code.matchAll(/^ {2}id: '([\w-]+)',[^}]*?^ {2}title: (?:'([^']*)'|"([^"]*)")/gm)])
    .map(([, id = '', single, double]) => [id, single ?? double]);
  expect(titles.length).toBeGreaterThan(45);
  expect(Object.fromEntries(titles)).toEqual(lint);
});
