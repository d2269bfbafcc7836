/** Imports another program's transcript of 1,000, 10,000 and 100,000 messages, and finds its first words again. */
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as rest } from 'node:timers/promises';
import { ImportInPieces } from '../src/main/features/transfer/import/import-pieces.ts';
import { openStore } from '../src/main/store/store.ts';
import { type Row, round } from './table.ts';

const SIZES = [1_000, 10_000, 100_000];
const PIECE = 1024 * 1024;

function transcript(messages: number): string {
  const one = (index: number) =>
    index % 2 === 0
      ? { role: 'user', content: `question ${index} ${'what about it '.repeat(10)}` }
      : { role: 'assistant', content: `answer ${index} ${'lorem ipsum dolor '.repeat(20)}` };
  return JSON.stringify(Array.from({ length: messages }, (_, index) => one(index)));
}

/** Processor time: a machine with other work says little by its clock. */
function cpuOf(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

/** @param home an existing folder. */
export async function importingMessages(home: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const messages of SIZES) {
    const folder = mkdtempSync(path.join(home, 'messages-'));
    const store = openStore({ home: folder, access: 'write' });
    const text = transcript(messages);
    globalThis.gc?.();
    const before = process.resourceUsage().maxRSS;
    const floorMs = cpuOf(() => void JSON.parse(text));
    let session = '';
    const ours = cpuOf(() => {
      const importing = new ImportInPieces({ store, name: 'messages.json', onStored: () => {} });
      for (let at = 0; at < text.length; at += PIECE) importing.take(text.slice(at, at + PIECE));
      ({ session } = importing.end());
      importing.close();
    });
    const peak = (process.resourceUsage().maxRSS - before) / 1024;
    const stored = performance.now();
    while (store.search('question', { limit: 1, sessions: [session] }).total < messages / 2) await rest();
    const indexed = performance.now();
    store.search(`"answer ${messages - 1}"`, { limit: 1 });
    const found = performance.now();
    console.log(
      `${messages} messages, ${round(text.length / 1e6)} MB: memory ${round(peak)} MiB above what was there, all found ${round(indexed - stored)} ms after the import, first hit of a search ${round(found - indexed)} ms`,
    );
    rows.push({ what: `import of ${messages} messages, CPU`, ours, floor: 'JSON.parse of the file', floorMs });
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return rows;
}
