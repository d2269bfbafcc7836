/** Measures a reviewer's waits with 100,000 messages in 2,000 sessions, against a plain scan of their text. */
import Database from 'better-sqlite3';
import { libraryPage } from '../src/features/review/main/library.ts';
import { openStore } from '../src/main/store/store.ts';
import type { EventBody } from '../src/shared/events.ts';
import { CREATED, turn } from './logs.ts';
import { compare, type Row } from './table.ts';

const SESSIONS = 2_000;
const TURNS = 25;

function session(index: number): EventBody[] {
  const turns = Array.from({ length: TURNS }, (_, at) => {
    const number = index * TURNS + at;
    return turn(
      `Message ${number}: 我想订一张明天从北京去东京的机票`,
      `Answer ${number}: here are some of the flights that were found`,
    );
  });
  return [{ ...CREATED, environment: index % 3 === 0 ? 'work' : 'default' }, ...turns.flat()];
}

export async function reviewing(home: string): Promise<Row[]> {
  const store = openStore({ home, access: 'write' });
  const floor = new Database(':memory:');
  floor.exec('CREATE TABLE texts (text TEXT)');
  const insert = floor.prepare('INSERT INTO texts VALUES (?)');
  for (let index = 0; index < SESSIONS; index += 1) {
    const bodies = session(index);
    store.append(`s${index}`, bodies);
    for (const body of bodies) if ('text' in body) insert.run(body.text);
  }
  store.rebuild();
  const like = floor.prepare('SELECT rowid FROM texts WHERE instr(text, ?) > 0 ORDER BY rowid DESC LIMIT 50');
  const count = floor.prepare('SELECT count(*) FROM texts WHERE instr(text, ?) > 0');
  const look = (words: string) => [like.all(words), count.get(words)];
  const prices = () => 0;
  const library = (words?: string) =>
    libraryPage({ entries: store.library(), prices, hits: words === undefined ? undefined : store.hits(words) }, {});
  const search = (words: string) => store.search(words, { limit: 50 });
  const rows = [
    await compare(
      'search of 100,000 messages: a word in half of them',
      () => search('机票'),
      'instr over their text',
      () => look('机票'),
    ),
    await compare(
      'the same: a word in two of them',
      () => search('4711'),
      'instr over their text',
      () => look('4711'),
    ),
    await compare(
      'library of 2,000 sessions: the first page and all facets',
      () => library(),
      'instr over the texts',
      () => look('4711'),
    ),
    await compare(
      'the same, of those with a word that half of all texts have',
      () => library('机票'),
      'instr over the texts',
      () => look('机票'),
    ),
  ];
  store.close();
  floor.close();
  return rows;
}
