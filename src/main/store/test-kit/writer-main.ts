/**
 * Separate process that appends until it is killed, and prints each acknowledged number: `node writer-main.ts HOME`.
 * With `--idle` it only holds the folder.
 */
import { writeSync } from 'node:fs';
import { openStore } from '../store.ts';
import { created, said } from './home.ts';

const [home = '', mode] = process.argv.slice(2);
const store = openStore({ home, access: 'write' });
if (mode === '--idle') {
  writeSync(1, 'ready\n');
  setInterval(() => {}, 60_000);
} else {
  store.append('s', [created]);
  for (let n = 2; ; n += 2) {
    const events = store.append('s', [said(`message ${n}`), said(`message ${n + 1}`)]);
    writeSync(1, `${events.at(-1)?.seq}\n`);
    store.saveDraft('s', { iteration: 1, text: `draft ${n}`, reasoning: '' });
  }
}
