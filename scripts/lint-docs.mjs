/** Writes `docs/lint/`, one page a rule, from the rules themselves. A test fails where a page is out of date. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { lintPages } from '../src/main/skills/lint/docs.ts';
import { ROOT } from './lib/paths.mjs';
import { say } from './lib/say.mjs';

const folder = path.join(ROOT, 'docs', 'lint');
const pages = lintPages();
mkdirSync(folder, { recursive: true });
for (const file of readdirSync(folder)) if (!pages.has(file)) rmSync(path.join(folder, file));
for (const [file, text] of pages) writeFileSync(path.join(folder, file), text);
say(`${pages.size} pages in docs/lint`);
