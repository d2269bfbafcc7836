/**
 * Separate process on a small disk that it fills to the last byte: `node full-disk-main.ts DISK`. Prints as JSON what
 * still works.
 */
import '../../../shared/messages/all-words.ts';
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { isSkilldeckError } from '../../../shared/errors.ts';
import { cleanWorkspace } from '../../runner/workspace/copy-workspace.ts';
import { openStore } from '../store.ts';
import { created, said } from './home.ts';

const [disk = ''] = process.argv.slice(2);
const home = path.join(disk, 'home');
const filler = path.join(disk, 'filler');

function fill(): void {
  const fd = openSync(filler, 'a');
  for (const size of [65_536, 4_096, 1]) {
    try {
      for (;;) writeSync(fd, Buffer.alloc(size));
    } catch {
      // Full, for pieces of this size.
    }
  }
  closeSync(fd);
}

async function code(work: () => unknown): Promise<string> {
  try {
    await work();
    return 'ok';
  } catch (error) {
    return isSkilldeckError(error) ? error.code : String(error);
  }
}

const first = openStore({ home, access: 'write' });
const sessions = Array.from({ length: 10 }, (_, index) => `s${index}`);
for (const id of sessions) first.append(id, [created, said('one')]);
first.close();
const workspace = path.join(home, 'workspaces', 's0');
mkdirSync(workspace, { recursive: true });
writeFileSync(path.join(workspace, 'large.bin'), Buffer.alloc(4 * 1024 * 1024, 1));

fill();
const store = openStore({ home, access: 'write' });
const told = store.notices().map(({ message }) => message.split('.')[0]);
const read = store.events('s0').length;
const say = (text: string) => code(() => store.append('s1', [said(text)]));
const whileFull = await say('x'.repeat(100_000));
const deleted = await Promise.all(sessions.map((id) => code(() => store.append(id, [{ type: 'session-deleted' }]))));
fill();
const fullAgain = await say('x'.repeat(100_000));
const cleaned = await code(() => cleanWorkspace(home, 's0', { files: 1, bytes: 1 }, new Date()));
const withRoom = await say('two');
rmSync(filler);
await say('three');
store.close();

fill();
const last = openStore({ home, access: 'write' });
const again = await code(() => last.append('s0', [{ type: 'session-restored' }, { type: 'session-deleted' }]));
const onceMore = await code(() => last.append('s2', [{ type: 'session-deleted' }]));
const left = last.summaries().length;
process.stdout.write(
  JSON.stringify({
    told,
    read,
    whileFull,
    deleted: new Set(deleted).size === 1 && deleted[0],
    fullAgain,
    cleaned,
    withRoom,
    again,
    onceMore,
    left,
    events: last.events('s1').length,
  }),
);
last.close();
