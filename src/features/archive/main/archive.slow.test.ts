/** One kit for every archive: two people, one database, and what goes wrong in between. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../../main/databases/open-database.ts';
import { runToItsEnd } from '../../../main/lib/test-kit/killed-program.ts';
import { tempFolder } from '../../../main/lib/test-kit/temp-folder.ts';
import { withoutPassword } from '../../../main/lib/text.ts';
import { openStore } from '../../../main/store/store.ts';
import type { EventBody } from '../../../shared/events.ts';
import type { ArchiveView } from '../../../shared/review/archive.ts';
import { type DatabaseEngine, MARIADB, POSTGRES } from '../../repositories/main/test-kit/database-engines.ts';
import { firstTalk, type Person, person, talk } from './test-kit/person.ts';

/** Pushes and pulls that are killed: some for every run of the suite, 200 for the whole proof. */
const KILLS = Number(process.env.SKILLDECK_KILLS ?? 6);
const PULLS = Number(process.env.SKILLDECK_KILLS ?? 4);
// Each visit opens the app; each kill starts a program.
vi.setConfig({ testTimeout: 600_000 + KILLS * 60_000 });

const KILLED = path.join(import.meta.dirname, 'test-kit', 'killed-main.ts');
const SECRET = 'sk-live-9f8e7d6c5b4a39281706fedcba98765432100000';

let dir: string;
let ann: Person;
let bob: Person;
beforeEach(() => {
  dir = tempFolder();
  ann = person(dir, 'ann');
  bob = person(dir, 'bob');
});
afterAll(async () => {
  await POSTGRES.stop();
  await MARIADB.stop();
});

for (const kind of [POSTGRES, MARIADB]) {
  describe.skipIf(kind.missing !== undefined)(
    `${kind.name}${kind.missing === undefined ? '' : ` (${kind.missing})`}`,
    () => {
      let engine: DatabaseEngine;
      let table: (name: string) => string;
      beforeEach(async () => {
        engine = await kind.start(dir);
        const database = new URL(engine.address).pathname.slice(1);
        table = (name) => (kind === POSTGRES ? `skilldeck.${name}` : `${database}.${name}`);
      });
      const add = (who: Person, as: string, address = engine.address) =>
        who.visit((client) => client.archive.add({ address, as }));
      const look = (who: Person): Promise<ArchiveView> =>
        who.visit(async (client) => {
          const { archive } = await client.archive.sync({});
          if (archive === null) throw new Error('There is none');
          return archive;
        });
      const push = (who: Person, ...sessionIds: string[]) => who.visit((client) => client.archive.push({ sessionIds }));
      const rows = async (name: string): Promise<number> => {
        const { address, password } = withoutPassword(engine.address);
        const signal = new AbortController().signal;
        const database = await openDatabase({ address, password, container: 'skilldeck', signal });
        try {
          return Number((await database.query(`SELECT count(*) AS n FROM ${table(name)}`))[0]?.n);
        } finally {
          await database.close();
        }
      };

      /** A program that was killed at that step, if it had as many. */
      const ended = (work: 'push' | 'pull', { home }: Person, session: string, at: number) => {
        const { address, password } = withoutPassword(engine.address);
        return runToItsEnd(KILLED, [work, home, session, String(at), address], { ARCHIVE_PASSWORD: password });
      };

      it('shares a session redacted, lists it with what its events say, and lets both write notes', async () => {
        ann.write('talk', firstTalk(`Refund INV-7; my key is ${SECRET}`));
        await add(ann, 'Ann');
        await add(bob, 'Bob');
        expect((await push(ann, 'talk')).sessions).toMatchObject([{ session: 'talk', state: 'pushed' }]);
        expect((await push(ann, 'talk')).sessions).toMatchObject([{ session: 'talk', state: 'there' }]);
        expect(await rows('skilldeck_sessions')).toBe(1);

        const seen = await look(bob);
        expect(seen.sessions).toMatchObject([
          { session: 'talk', by: 'Ann', model: 'demo', outcome: 'completed', turns: 1, here: 'archive' },
        ]);
        expect(seen.sessions[0]?.title).toMatch(/^Refund INV-7/);
        // Beside one's own sessions, by its words and by where it is from, before it is opened.
        const listed = (words: string) =>
          bob.visit((client) => client.review.library({ words, filters: { origins: ['shared'] } }));
        expect((await listed('refund')).sessions).toMatchObject([
          { id: 'talk', origin: 'shared', hits: 2, shared: { by: 'Ann', here: 'archive' } },
        ]);
        expect((await listed('nowhere')).sessions).toEqual([]);
        const found = await bob.visit((client) => client.review.search({ words: 'refund', sessionId: 'talk' }));
        expect(found.results).toMatchObject([{ role: 'assistant' }, { role: 'user', seq: 2 }]);
        await bob.visit(async (client) => {
          await client.archive.pull({ sessionId: 'talk' });
          const { text } = await client.review.export({ sessionId: 'talk', format: 'jsonl' });
          expect([text.includes('Refund INV-7'), text.includes(SECRET)]).toEqual([true, false]);
          await expect(client.chat.send({ sessionId: 'talk', text: 'More' })).rejects.toMatchObject({
            code: 'not-supported',
          });
          await client.sessions.addNote({ sessionId: 'talk', on: 2, text: `Why a refund? ${SECRET}` });
        });
        const judge = (who: Person, verdict: 'pass' | 'fail', reviewer: string) =>
          who.visit((client) =>
            client.judging.write({ session: 'talk', seq: 0, reviewer, verdict, text: `${verdict} ${SECRET}` }),
          );
        await judge(bob, 'fail', 'Bob');
        await look(bob);
        await look(ann);
        await judge(ann, 'pass', 'Ann');
        const verdicts = (who: Person) =>
          who.visit(async (client) => {
            const { reviews } = await client.judging.reviews({ sessionIds: ['talk'] });
            return reviews.map(({ reviewer, verdict, text = '' }) => [reviewer, verdict, text.includes(SECRET)]);
          });
        const notes = (who: Person) =>
          who.visit(async (client) => {
            const { text } = await client.review.export({ sessionId: 'talk', format: 'jsonl' });
            return text
              .split('\n')
              .filter((line) => line.includes('"note-'))
              .map((line) => JSON.parse(line));
          });
        const [note] = await notes(ann);
        expect(note).toMatchObject({ type: 'note-added', by: 'Bob', on: 2 });
        expect([note.text.startsWith('Why a refund?'), note.text.includes(SECRET)]).toEqual([true, false]);
        // The answer, and the newest change of each, wherever it was made; once.
        await ann.visit((client) =>
          client.sessions.addNote({ sessionId: 'talk', on: 2, text: 'The item was broken.' }),
        );
        await ann.visit((client) =>
          client.sessions.changeNote({ sessionId: 'talk', note: note.note, text: 'Why a refund (answered)?' }),
        );
        for (const who of [ann, bob, ann, bob]) await look(who);
        const told = (await notes(bob)).slice(1).map(({ type, text, by }) => [type, text, by]);
        expect(told).toEqual([
          ['note-changed', 'Why a refund (answered)?', undefined],
          ['note-added', 'The item was broken.', 'Ann'],
        ]);
        expect(await rows('skilldeck_session_notes')).toBe(2);
        // Private data stays with who wrote it; a verdict that comes back is not another one.
        expect([await verdicts(ann), await verdicts(bob)]).toEqual([
          [
            ['Ann', 'pass', true],
            ['Bob', 'fail', false],
          ],
          [
            ['Ann', 'pass', false],
            ['Bob', 'fail', true],
          ],
        ]);
        expect(await rows('skilldeck_session_reviews')).toBe(2);
      });

      it('replaces a pulled session with its newer version, notes kept', async () => {
        ann.write('talk', firstTalk('one'));
        await add(ann, 'Ann');
        await add(bob, 'Bob');
        await push(ann, 'talk');
        await look(bob);
        await bob.visit(async (client) => {
          await client.archive.pull({ sessionId: 'talk' });
          await client.sessions.addNote({ sessionId: 'talk', on: 1, text: 'Mine.' });
        });
        ann.write('talk', talk(`two ${SECRET}`));
        await push(ann, 'talk');
        expect((await look(bob)).sessions).toMatchObject([{ session: 'talk', turns: 2, here: 'outdated' }]);
        await bob.visit(async (client) => {
          await client.archive.pull({ sessionId: 'talk' });
          const { text } = await client.review.export({ sessionId: 'talk', format: 'md' });
          expect(text).toContain('Answer to two');
        });
        expect((await look(bob)).sessions).toMatchObject([{ here: 'pulled' }]);
        const { text } = await bob.visit((client) => client.review.export({ sessionId: 'talk', format: 'jsonl' }));
        expect(text.match(/"text":"Mine\."/g)).toHaveLength(1);
      });

      it('shares by rule what has a verdict or used a skill, and nothing else', async () => {
        const load = { tokens: 1, sha256: '0'.repeat(64), instructions: '', by: 'user' } as const;
        const loaded: EventBody = { type: 'skill-loaded', skill: 'trips', ...load };
        for (const id of ['judged', 'other']) ann.write(id, firstTalk(id));
        ann.write('skilled', [...firstTalk('skilled'), loaded]);
        await add(ann, 'Ann');
        await ann.visit((client) =>
          client.judging.write({ session: 'judged', seq: 0, reviewer: 'Ann', verdict: 'pass' }),
        );
        expect((await look(ann)).sessions).toEqual([]);
        const ruled = { address: engine.address, as: 'Ann', judged: true, skills: ['trips'] };
        await ann.visit((client) => client.archive.add(ruled));
        const ids = async (who: Person) => (await look(who)).sessions.map(({ session }) => session).sort();
        expect(await ids(ann)).toEqual(['judged', 'skilled']);
        expect(await ids(ann)).toEqual(['judged', 'skilled']);
        expect(await rows('skilldeck_sessions')).toBe(2);
        // Colleagues' words on a session are seen before it is opened.
        await add(bob, 'Bob');
        await look(bob);
        const page = await bob.visit((client) => client.review.library({ filters: { verdicts: ['pass'] } }));
        expect(page.sessions).toMatchObject([{ id: 'judged', verdicts: ['pass'] }]);
      });

      it('keeps what is shared while the server is gone, shows what was seen, and pushes once it is back', async () => {
        // Data that it has reported as stored is on its disk, although it is ended at once.
        if (kind === MARIADB) await engine.run('SET GLOBAL innodb_flush_log_at_trx_commit = 1');
        ann.write('early', firstTalk('early'));
        ann.write('late', firstTalk('late'));
        await add(ann, 'Ann');
        await push(ann, 'early');
        await engine.vanish();
        const done = await push(ann, 'late');
        expect(done).toMatchObject({
          sessions: [{ session: 'late', state: 'waiting' }],
          fault: { code: 'unreachable' },
        });
        // Unreadable parts of the outbox are reported and hold up nothing else; unwanted ones are dropped.
        ann.write('spoilt', firstTalk('spoilt'));
        ann.write('unwanted', firstTalk('unwanted'));
        const { sessions: waits } = await push(ann, 'spoilt', 'unwanted');
        const spoilt = waits.find(({ session }) => session === 'spoilt')?.digest;
        writeFileSync(path.join(ann.home, 'archive/outbox', `${spoilt}.jsonl.gz`), 'not gzip');
        await ann.visit((client) => client.archive.drop({ sessionId: 'unwanted' }));
        const away = await look(ann);
        expect([away.sessions.map(({ session }) => session), away.waiting.length]).toEqual([['early'], 2]);
        await engine.comeBack();
        const back = await look(ann);
        expect(back.fault).toBeUndefined();
        expect(back.sessions.map(({ session }) => session).sort()).toEqual(['early', 'late']);
        expect(back.failed).toMatchObject([
          { session: 'spoilt', title: 'spoilt', reason: expect.stringContaining('unpacked') },
        ]);
        await ann.visit((client) => client.archive.drop({ sessionId: 'spoilt' }));
        expect((await look(ann)).waiting).toEqual([]);
        expect(await rows('skilldeck_sessions')).toBe(2);
      });

      it('shows nothing that another writer made up', async () => {
        const all = ['good', 'changed', 'renamed', 'hashless', 'mine'];
        for (const id of all) ann.write(id, firstTalk(`Talk of ${id}`));
        await add(ann, 'Ann');
        await add(bob, 'Bob');
        await push(ann, ...all);
        const sessions = table('skilldeck_sessions');
        await engine.run(
          `UPDATE ${table('skilldeck_session_parts')} SET content = ? WHERE digest = (SELECT digest FROM ${sessions} WHERE session = 'changed')`,
          [Buffer.from('not gzip')],
        );
        await engine.run(`UPDATE ${sessions} SET session = 'other' WHERE session = 'renamed'`);
        await engine.run(`UPDATE ${sessions} SET digest = 'none' WHERE session = 'hashless'`);
        // A row's claims about itself are not shown.
        await engine.run(`UPDATE ${sessions} SET title = 'Lies', outcome = 'error' WHERE session = 'good'`);
        // The same session in another person's words, with another key.
        const eve = person(dir, 'eve');
        eve.write('mine', firstTalk('Talk that Ann never had'));
        await add(eve, 'Ann');
        await push(eve, 'mine');

        const seen = await look(bob);
        expect(seen.sessions.map(({ session, title }) => [session, title]).sort()).toEqual([
          ['good', 'Talk of good'],
          ['mine', 'Talk of mine'],
        ]);
        expect(seen.refused.map(({ session }) => session).sort()).toEqual(['changed', 'hashless', 'other']);
        await expect(bob.visit((client) => client.archive.pull({ sessionId: 'changed' }))).rejects.toMatchObject({
          code: 'import-refused',
        });
        // Notes that cannot be one.
        await engine.run(
          `INSERT INTO ${table('skilldeck_session_notes')} (session, note, on_event, content, written_by, written_at, removed) VALUES ('good', 'n1', 999, 'x', 'Eve', '2026-01-01T00:00:00.000Z', 0), ('good', '../n', 1, 'x', 'Eve', 'yesterday', 0)`,
        );
        await bob.visit((client) => client.archive.pull({ sessionId: 'good' }));
        const { text } = await bob.visit((client) => client.review.export({ sessionId: 'good', format: 'jsonl' }));
        expect(text).not.toContain('"note-');
      });

      it('reads with an account that may only read', async () => {
        ann.write('talk', firstTalk('one'));
        await add(ann, 'Ann');
        await push(ann, 'talk');
        const grants =
          kind === POSTGRES
            ? [
                "CREATE ROLE archive_reader LOGIN PASSWORD 'only-reading'",
                'GRANT USAGE ON SCHEMA skilldeck TO archive_reader',
                'GRANT SELECT ON ALL TABLES IN SCHEMA skilldeck TO archive_reader',
              ]
            : [`GRANT SELECT ON ${table('*')} TO archive_reader@'%' IDENTIFIED BY 'only-reading'`];
        for (const grant of grants) await engine.run(grant);
        bob.write('other', firstTalk('two'));
        await add(bob, 'Bob', engine.as('archive_reader', 'only-reading'));
        await look(bob);
        await bob.visit((client) => client.archive.pull({ sessionId: 'talk' }));
        const done = await push(bob, 'other');
        expect(done).toMatchObject({ sessions: [{ session: 'other', state: 'waiting' }], fault: { code: 'sign-in' } });
        expect((await look(bob)).sessions).toMatchObject([{ session: 'talk', here: 'pulled' }]);
      });

      it(`has each session whole and once, after ${KILLS} pushes that were killed`, async () => {
        await add(ann, 'Ann');
        const ids = Array.from({ length: KILLS }, (_, index) => `talk${index}`);
        let killed = 0;
        for (const [index, id] of ids.entries()) {
          // Larger than one part, so that a transaction has something to be in the middle of.
          ann.write(id, firstTalk(`${id} ${noise(2_000_000)}`));
          const child = ended('push', ann, id, index % 40);
          if (child.signal === 'SIGKILL') killed += 1;
          else expect([child.status, child.stderr]).toEqual([0, '']);
        }
        expect(killed).toBeGreaterThan(KILLS / 4);
        const all = await ann.visit((client) => client.archive.push({ sessionIds: ids, redact: false }));
        expect(all.fault).toBeUndefined();
        expect(await rows('skilldeck_sessions')).toBe(KILLS);
        expect((await look(ann)).waiting).toEqual([]);
        expect(readdirSync(path.join(ann.home, 'archive/outbox'))).toEqual([]);
        // A stranger checks every byte of it.
        mkdirSync(bob.home, { recursive: true });
        await add(bob, 'Bob');
        const checked = await look(bob);
        expect([checked.refused, checked.sessions.length]).toEqual([[], KILLS]);
      });

      // It is the disk that a pull writes to: one engine is enough.
      const itOnce = it.runIf(kind === POSTGRES || POSTGRES.missing !== undefined);
      itOnce(`has the old or new version of each session, never less, after ${PULLS} killed pulls`, async () => {
        await add(ann, 'Ann');
        await add(bob, 'Bob');
        const ids = Array.from({ length: PULLS }, (_, index) => `${index % 2 === 0 ? 'known' : 'new'}${index}`);
        const known = ids.filter((id) => id.startsWith('known'));
        const turns = Array.from({ length: 60 }, (_, index) => `turn ${index}`);
        for (const id of ids) ann.write(id, firstTalk(...turns));
        await push(ann, ...known);
        await look(bob);
        await bob.visit(async (client) => {
          for (const sessionId of known) {
            await client.archive.pull({ sessionId });
            await client.sessions.addNote({ sessionId, on: 2, text: 'Mine.' });
          }
        });
        for (const id of known) ann.write(id, talk('newer'));
        await push(ann, ...ids);
        await look(bob);
        const whole = (id: string) => {
          const store = openStore({ home: bob.home, access: 'read' });
          const rows = store.rows(id);
          store.close();
          const said = rows.filter(({ type }) => type === 'user-message-added').length;
          return [said, rows.filter(({ type }) => type === 'note-added').length];
        };
        const steps = Number(ended('pull', bob, ids[1] ?? '', 1_000_000).stdout);
        expect(steps).toBeGreaterThan(200);
        let killed = 0;
        for (const [index, id] of ids.entries()) {
          const child = ended('pull', bob, id, Math.floor((index * steps) / PULLS));
          if (child.signal === 'SIGKILL') killed += 1;
          else expect([child.status, child.stderr]).toEqual([0, '']);
          const [said, notes] = whole(id);
          const possible = id.startsWith('known') ? ['60 1', '61 1'] : ['0 0', '60 0'];
          expect(possible).toContain(`${said} ${notes}`);
        }
        expect(killed).toBeGreaterThan(PULLS / 4);
        await bob.visit(async (client) => {
          for (const sessionId of ids) await client.archive.pull({ sessionId });
        });
        expect(ids.map((id) => whole(id).join(' '))).toEqual(
          ids.map((id) => (id.startsWith('known') ? '61 1' : '60 0')),
        );
        expect((await look(bob)).sessions.every(({ here }) => here === 'pulled')).toBe(true);
      });
    },
  );
}

/** Letters that compress badly. */
function noise(length: number): string {
  let text = '';
  let seed = length;
  while (text.length < length) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    text += seed.toString(36);
  }
  return text.slice(0, length);
}
