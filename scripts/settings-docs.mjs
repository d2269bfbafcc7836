/** Writes the table of `docs/settings.md` from the settings themselves. A test fails where it is out of date. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './lib/paths.mjs';
import { withSettingsTable } from './lib/settings-docs.ts';

const file = path.join(ROOT, 'docs', 'settings.md');
writeFileSync(file, withSettingsTable(readFileSync(file, 'utf8')));
