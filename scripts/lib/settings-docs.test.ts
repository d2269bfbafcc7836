import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { SETTINGS } from '../../src/shared/settings/schema.ts';
import { withSettingsTable } from './settings-docs.ts';

it('docs/settings.md has the table that the settings give (else: npm run settings:docs)', () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/settings.md'), 'utf8');
  expect(withSettingsTable(page)).toBe(page);
  expect(Object.keys(SETTINGS).filter((name) => !page.includes(`| \`${name}\` |`))).toEqual([]);
});
