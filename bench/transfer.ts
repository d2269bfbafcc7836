/** Exports and imports a log of 100,000 events: time against the bytes alone, and peak memory. */

import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { ImportInPieces } from '../src/features/transfer/main/import-session.ts';
import { exportLines } from '../src/main/session/export-lines.ts';
import { openStore } from '../src/main/store/store.ts';
import { importStore } from '../src/main/store/test-kit/import-log.ts';
import { textsOf } from '../src/shared/contract/transfer-pieces.ts';
import type { EventBody } from '../src/shared/events.ts';
import { CREATED } from './logs.ts';
import { type Row, round } from './table.ts';

const EVENTS = 100_000;
const AT_ONCE = 2_000;

const result = (index: number): EventBody => ({
  type: 'tool-finished',
  callId: `c${index}`,
  name: 'run_command',
  ok: true,
  ms: 1,
  content: `line ${index}: 12:30 PEK to HND\n`.repeat(40),
});

interface Measured {
  readonly ms: number;
  /** Bytes at the highest above what was there before. */
  readonly peak: number;
}

async function measured(work: () => Promise<unknown>): Promise<Measured> {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let highest = before;
  const look = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage().rss);
  }, 5);
  const start = performance.now();
  await work();
  const ms = performance.now() - start;
  clearInterval(look);
  return { ms, peak: Math.max(highest, process.memoryUsage().rss) - before };
}

/** @param home an empty folder. */
export async function transferring(home: string): Promise<Row[]> {
  const store = openStore({ home: path.join(home, 'from'), access: 'write' });
  store.append('s', [CREATED]);
  for (let done = 1; done < EVENTS; done += AT_ONCE) {
    store.append(
      's',
      Array.from({ length: Math.min(AT_ONCE, EVENTS - done) }, (_, index) => result(done + index)),
    );
  }
  const file = path.join(home, 'log.jsonl');
  let bytes = 0;
  const given = await measured(async () => {
    const out = createWriteStream(file);
    for await (const { text } of exportLines(store, 's', { redact: false, folders: [] })) {
      bytes += Buffer.byteLength(text);
      if (!out.write(text)) await once(out, 'drain');
    }
    out.end();
    await finished(out);
  });
  const copied = await measured(async () => {
    const out = createWriteStream(`${file}.copy`);
    createReadStream(file).pipe(out);
    await finished(out);
  });
  const to = openStore({ home: path.join(home, 'to'), access: 'write' });
  const taken = await measured(async () => {
    const importing = new ImportInPieces({ store: importStore(to), name: 'log.jsonl', onStored: () => {} });
    for await (const text of textsOf(createReadStream(file))) importing.take(text);
    importing.end();
    importing.close();
  });
  const parsed = await measured(async () => {
    let rest = '';
    for await (const text of textsOf(createReadStream(file))) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) JSON.parse(line);
    }
  });
  const whole = await measured(
    async () =>
      store
        .rows('s')
        .map(({ raw }) => raw)
        .join('\n').length,
  );
  store.close();
  to.close();
  console.log(
    `${EVENTS} events, ${round(bytes / 1e6)} MB; memory at its highest, of the bytes: given on ${share(given, bytes)}, taken in ${share(taken, bytes)}, all rows at once as one text ${share(whole, bytes)}`,
  );
  return [
    { what: `a log of ${EVENTS} events given on`, ours: given.ms, floor: 'copying the file', floorMs: copied.ms },
    { what: 'the same, taken in elsewhere', ours: taken.ms, floor: 'JSON.parse of each line', floorMs: parsed.ms },
  ];
}

const share = ({ peak }: Measured, bytes: number): string => `${round(peak / bytes)} ×`;
