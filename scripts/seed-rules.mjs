/** `npm run seed-rules`: writes the tests that name them beside the rules of `docs/seed-rules.md`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { say } from './lib/say.mjs';
import { allMarks, PAGE, withTests } from './lib/seed-rules.mjs';

const marks = allMarks();
writeFileSync(PAGE, withTests(readFileSync(PAGE, 'utf8'), marks));
say(`${marks.length} tests in docs/seed-rules.md`);
