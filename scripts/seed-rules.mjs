/** `npm run seed-rules -- [ID…]`: prints the rules of `docs/seed-rules.md`, all or those named, each with the tests that show it. */
import { readFileSync } from 'node:fs';
import { allMarks, PAGE, rulesIn } from './lib/seed-rules.mjs';

const wanted = process.argv.slice(2);
const marks = allMarks();
for (const { id, rule } of rulesIn(readFileSync(PAGE, 'utf8'))) {
  if (wanted.length > 0 && !wanted.includes(id)) continue;
  const tests = marks.filter(({ rules }) => rules.includes(id)).map(({ file, title }) => `  ${file}: ${title}`);
  process.stdout.write(`${[`${id} ${rule}`, ...tests].join('\n')}\n`);
}
