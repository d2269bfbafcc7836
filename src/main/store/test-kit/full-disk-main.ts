/**
 * Separate process on a small disk that it fills to the last byte: `node full-disk-main.ts DISK`. Prints as JSON what
 * still works.
 */
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { isSkilldeckError } from '../../../shared/errors.ts';
import { openStore } from '../store.ts';
import { created, said } from './home.ts';

const [disk = ''] = process.argv.slice(2);
const home = path.join(disk, 'home');
const filler = path.join(disk, 'filler');
const first = openStore({ home, access: 'write' });
first.append('s', [created, said('one')]);
first.close();

const fd = openSync(filler, 'w');
for (const size of [65_536, 4_096, 1]) {
  try {
    for (;;) writeSync(fd, Buffer.alloc(size));
  } catch {
    // Full, for pieces of this size.
  }
}
closeSync(fd);

const code = (work: () => unknown): string => {
  try {
    work();
    return 'ok';
  } catch (error) {
    return isSkilldeckError(error) ? error.code : String(error);
  }
};
const store = openStore({ home, access: 'write' });
const told = store.notices().map(({ message }) => message.split('.')[0]);
const read = store.events('s').length;
const whileFull = code(() => store.append('s', [said('x'.repeat(100_000))]));
rmSync(filler);
const withRoom = code(() => store.append('s', [said('two')]));
store.close();
const last = openStore({ home, access: 'write' });
process.stdout.write(JSON.stringify({ told, read, whileFull, withRoom, events: last.events('s').length }));
last.close();
