/** `npm run seed-rules`: writes `docs/seed-rules.md` from its rules and from the tests that name them. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './lib/paths.mjs';
import { say } from './lib/say.mjs';
import { allMarks, seedRules, seedRulesPage } from './lib/seed-rules.mjs';

const marks = allMarks();
writeFileSync(path.join(ROOT, 'docs', 'seed-rules.md'), seedRulesPage(seedRules(), marks));
say(`${marks.length} tests in docs/seed-rules.md`);
