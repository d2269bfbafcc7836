/** How long others wait while something large is taken in, and what a message of a transcript costs. `npm run bench:waits`. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ImportInPieces } from '../src/main/api/import-pieces.ts';
import { from, makeImporter } from '../src/main/skill-import/test-kit/importer.ts';
import { rawZip } from '../src/main/skill-import/test-kit/raw-zip.ts';
import { openStore } from '../src/main/store/store.ts';

const PIECE = 1024 * 1024;
const SKILLS = 1_201;

/** Longest that the event loop was away, in milliseconds. */
async function longestWait(work: () => unknown): Promise<number> {
  let last = performance.now();
  let longest = 0;
  const look = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  await work();
  look();
  clearInterval(timer);
  return longest;
}

function transcript(messages: number): string {
  const one = (index: number) =>
    index % 2 === 0
      ? { role: 'user', content: `question ${index} ${'what about it '.repeat(10)}` }
      : { role: 'assistant', content: `answer ${index} ${'lorem ipsum dolor '.repeat(20)}` };
  return JSON.stringify(Array.from({ length: messages }, (_, index) => one(index)));
}

async function importing(messages: number) {
  const home = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-bench-import-'));
  const store = openStore({ home, access: 'write' });
  const text = transcript(messages);
  const before = process.cpuUsage();
  const wait = await longestWait(async () => {
    const taken = new ImportInPieces({ store, name: 'long.json', onStored: () => {} });
    for (let at = 0; at < text.length; at += PIECE) {
      taken.take(text.slice(at, at + PIECE));
      await new Promise((resolve) => setImmediate(resolve));
    }
    taken.end();
  });
  const { user, system } = process.cpuUsage(before);
  store.close();
  rmSync(home, { recursive: true, force: true });
  return {
    what: `transcript of ${messages} messages`,
    'CPU a message, µs': Math.round((user + system) / messages),
    'longest wait, ms': Math.round(wait),
  };
}

async function archive() {
  const kit = makeImporter();
  const skill = (index: number) => `---\nname: s${index}\ndescription: Does thing ${index}.\n---\n\n# S\n`;
  const entries = Array.from({ length: SKILLS }, (_, index) => ({ name: `s${index}/SKILL.md`, content: skill(index) }));
  const file = kit.write('many.zip', rawZip(entries));
  // What loads the readers of archives is not measured.
  await kit.imports.inspect(from(kit.write('none.zip', rawZip([])))).catch(() => {});
  const wait = await longestWait(() => kit.imports.inspect(from(file)).catch(() => {}));
  kit.close();
  return { what: `archive of ${SKILLS} skills`, 'longest wait, ms': Math.round(wait) };
}

const rows = [];
for (const messages of [1_000, 10_000, 100_000]) rows.push(await importing(messages));
rows.push(await archive());
console.table(rows);
