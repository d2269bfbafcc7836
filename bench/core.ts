/** `npm run bench`: what the core costs beside the floor below it. Nothing here is a test. */
import { closeSync, mkdirSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { tableOf } from '../src/main/context/engine.ts';
import { createSkillLibrary } from '../src/main/skills/discovery/library.ts';
import { openStore } from '../src/main/store/store.ts';
import { foldEvents } from '../src/shared/reducer.ts';
import { conversation, logOf } from './logs.ts';
import { importingMessages } from './messages.ts';
import { reviewing } from './review.ts';
import { running } from './runs.ts';
import { compare, print, type Row } from './table.ts';
import { countingTokens, firstCount } from './tokens.ts';
import { transferring } from './transfer.ts';
import { buildingRequests, nextRequests } from './wires.ts';

const home = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-bench-'));
try {
  // First of all, as the rest loads the encoding.
  const first = await firstCount();
  print([...(await storing()), await folding(), await counting(), ...(await discovering(1000))]);
  print([first, ...(await countingTokens())]);
  print(await buildingRequests());
  print(await nextRequests());
  print(await running());
  print(await reviewing(path.join(home, 'library')));
  print(await transferring(path.join(home, 'transfer')));
  print(await importingMessages(home));
} finally {
  rmSync(home, { recursive: true, force: true });
}

async function storing(): Promise<Row[]> {
  const store = openStore({ home: path.join(home, 'data'), access: 'write' });
  const floor = new Database(path.join(home, 'floor.db'));
  floor.pragma('journal_mode = WAL');
  floor.pragma('synchronous = FULL');
  floor.exec('CREATE TABLE events (session TEXT, seq INTEGER, raw TEXT, PRIMARY KEY (session, seq)) WITHOUT ROWID');
  const insert = floor.prepare('INSERT INTO events VALUES (?, ?, ?)');
  const [created, ...rest] = conversation(40);
  let ours = 0;
  let theirs = 0;
  const append = await compare(
    '200 events, one transaction each, with the read models',
    () => {
      const id = `s${ours++}`;
      store.append(id, [created]);
      for (const body of rest) store.append(id, [body]);
    },
    'the bare insert of their text',
    () => {
      const id = `s${theirs++}`;
      for (const [seq, body] of [created, ...rest].entries()) insert.run(id, seq, JSON.stringify(body));
    },
    5,
  );
  const bodies = conversation(1000);
  store.append('long', bodies);
  for (const [seq, body] of bodies.entries()) insert.run('long', seq, JSON.stringify(body));
  const select = floor.prepare('SELECT raw FROM events WHERE session = ? ORDER BY seq');
  const read = await compare(
    'reading a session of 5,001 events, each checked',
    () => store.events('long'),
    'select and JSON.parse',
    () => select.all('long').map((row) => JSON.parse((row as { raw: string }).raw)),
  );
  store.close();
  floor.close();
  return [append, read];
}

async function folding(): Promise<Row> {
  const events = logOf(conversation(5000));
  const text = JSON.stringify(events);
  const row = await compare(
    'folding 25,001 events',
    () => foldEvents('s', events),
    'JSON.parse of them',
    () => JSON.parse(text),
  );
  return { ...row, goal: { times: 1.5 } };
}

async function counting(): Promise<Row> {
  const events = logOf(conversation(50));
  const state = foldEvents('s', events);
  await tableOf(state);
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  const texts = state.messages.map((message) => ('content' in message ? message.content : message.text));
  return compare(
    'token table of 200 messages that were counted before',
    // After an event the state is new and has no table yet.
    () => tableOf({ ...state }),
    'counting them all again',
    () => texts.reduce((sum, text) => sum + countTokens(text), 0),
  );
}

async function discovering(count: number): Promise<Row[]> {
  const root = path.join(home, 'skills');
  const files = Array.from({ length: count }, (_, index) => path.join(root, `skill-${index}`, 'SKILL.md'));
  files.forEach((file, index) => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(
      file,
      `---\nname: skill-${index}\ndescription: Does thing ${index}. Use when needed.\n---\n${'Text.\n'.repeat(4000)}`,
    );
  });
  const buffer = Buffer.alloc(4096);
  const floor = () => {
    for (const file of files) {
      const fd = openSync(file, 'r');
      readSync(fd, buffer, 0, buffer.length, 0);
      closeSync(fd);
      buffer.toString('utf8').split('\n---')[0]?.split('\n');
    }
  };
  const roots = [{ dir: root, source: 'option' as const }];
  const warm = createSkillLibrary({ roots });
  await warm.refresh();
  return [
    await compare(
      `first discovery of ${count} skills`,
      () => createSkillLibrary({ roots }).refresh(),
      'reading 4 KiB of each',
      floor,
    ),
    await compare(`second discovery, unchanged`, () => warm.refresh(), 'reading 4 KiB of each', floor),
  ];
}
