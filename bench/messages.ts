/** Imports another program's transcript of 1,000, 10,000 and 100,000 messages, and searches it before it is indexed. */

import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ImportInPieces } from '../src/features/transfer/main/import-session.ts';
import { openStore } from '../src/main/store/store.ts';
import { importStore } from '../src/main/store/test-kit/import-log.ts';
import { transcript } from './logs.ts';
import { type Row, round } from './table.ts';

const SIZES = [1_000, 10_000, 100_000];
const PIECE = 1024 * 1024;

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
      const importing = new ImportInPieces({ store: importStore(store), name: 'messages.json', onStored: () => {} });
      for (let at = 0; at < text.length; at += PIECE) importing.take(text.slice(at, at + PIECE));
      ({ session } = importing.end());
      importing.close();
    });
    const peak = (process.resourceUsage().maxRSS - before) / 1024;
    // The index follows in the pauses of the app: the first search reads the log itself.
    const firstHit = cpuOf(() => void store.search(`answer ${messages - 1}`, { limit: 1 }));
    const common = cpuOf(() => void store.search('question', { limit: 1, sessions: [session] }));
    console.log(
      `${messages} messages, ${round(text.length / 1e6)} MB: memory ${round(peak)} MiB above what was there; before they are indexed, the first hit takes ${round(firstHit)} ms, a word in half of them ${round(common)} ms`,
    );
    rows.push(
      { what: `import of ${messages} messages, CPU`, ours, floor: 'JSON.parse of the file', floorMs },
      {
        what: `first hit of a search after ${messages} imported messages, CPU`,
        ours: firstHit,
        floor: 'JSON.parse of the file',
        floorMs,
      },
    );
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return rows;
}
