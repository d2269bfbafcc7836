/**
 * A program that shares or pulls a session and is killed at its n-th step: a write to the server, a rename, a call of SQLite.
 * Arguments: `push` or `pull`, data folder, session, n, address; the password in ARCHIVE_PASSWORD. It prints its steps
 * if it survives.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import Database from 'better-sqlite3';
import { dieHere } from '../../../../main/lib/test-kit/killed-program.ts';
import { exportLines } from '../../../../main/session/export-lines.ts';
import { signingKeyOrNew } from '../../../../main/settings/keys.ts';
import { newSigningKey } from '../../../../main/store/chain.ts';
import { openStore } from '../../../../main/store/store.ts';
import { openApp } from '../../../repositories/main/test-kit/client.ts';
import { createArchives } from '../archives.ts';

const [work, home = '', session = '', dieAt = '', address = ''] = process.argv.slice(2);
let steps = 0;
const step = () => {
  steps += 1;
  if (steps === Number(dieAt) + 1) dieHere();
};
const rename = fs.renameSync;
fs.renameSync = (from, to) => {
  step();
  rename(from, to);
};
const write = net.Socket.prototype.write;
net.Socket.prototype.write = function (this: net.Socket, ...given: never) {
  if (this.remotePort !== undefined) step();
  return write.apply(this, given);
} as typeof write;
syncBuiltinESMExports();

if (work === 'pull') {
  const { client, close } = await openApp(home);
  steps = 0;
  const statements = Object.getPrototypeOf(new Database(':memory:').prepare('SELECT 1'));
  const { run } = statements;
  statements.run = function (...given: unknown[]) {
    step();
    return run.apply(this, given);
  };
  await client.archive.pull({ sessionId: session });
  process.stdout.write(String(steps));
  await close();
} else {
  const store = openStore({ home, access: 'read' });
  const signingKey = await signingKeyOrNew(home, newSigningKey);
  const archives = createArchives({
    home,
    definition: () => ({ address, as: 'Ann' }),
    password: async () => process.env.ARCHIVE_PASSWORD,
  });
  const texts = async function* () {
    for await (const { text } of exportLines(store, session, { redact: false, folders: [], signingKey })) yield text;
  };
  await archives.share(texts());
  const nothing = {
    lastSeq: () => 0,
    notes: () => new Map(),
    reviews: () => [],
    redacted: async () => ({ notes: new Map(), reviews: [] }),
    append: undefined,
    merge: undefined,
  };
  await archives.sync(nothing, new AbortController().signal);
  store.close();
}
