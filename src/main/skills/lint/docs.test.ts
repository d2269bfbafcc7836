import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { lintPages } from './docs.ts';

const FOLDER = path.resolve(import.meta.dirname, '..', '..', '..', '..', 'docs', 'lint');

it('matches docs/lint/ with the rules; else run: npm run lint:docs', () => {
  const onDisk = new Map(readdirSync(FOLDER).map((file) => [file, readFileSync(path.join(FOLDER, file), 'utf8')]));
  expect(onDisk).toEqual(lintPages());
});
