import { expect, it } from 'vitest';
import { buildRequest } from '../../../main/context/build-request.ts';
import { created, eventsOf, rowsOf, said } from '../../../main/store/test-kit/home.ts';
import { openTestStore } from '../../../main/store/test-kit/open-store.ts';
import type { EventBody } from '../../../shared/events.ts';
import { verdictOf } from '../../../shared/messages/evidence.ts';
import { formatFor } from '../../../shared/messages/format.ts';
import { translatorFor } from '../../../shared/messages/translate.ts';
import { foldEvents } from '../../../shared/reducer.ts';
import { evidenceOfAll, type ReadSessions, readingHere, sessionReads, verifySession } from './verify.ts';

const route = { wire: 'chat' as const, endpoint: 'https://api.example.com/v1', sees: ['image' as const] };
const photo = {
  name: 'photo.png',
  path: 'inputs/photo.png',
  mime: 'image/png',
  bytes: 9,
  sha256: 'a'.repeat(64),
  media: { kind: 'image' as const, width: 1, height: 1 },
};

it('names the missing file of a picture instead of reporting a different request', async () => {
  const said: EventBody = { type: 'user-message-added', text: 'What is it?', attachments: [photo] };
  const before = [{ ...created, route } as EventBody, said];
  const { sha256 } = buildRequest(foldEvents('s', eventsOf(...before)), () => 'iVBORw');
  const tokens = { total: 1, max: 10, parts: [], encoding: 'o200k_base' };
  const sent: EventBody = { type: 'request-sent', iteration: 1, sha256, tokens, model: 'demo' };
  const rows = rowsOf(...before, sent);
  expect(await verifySession('s', rows, () => 'iVBORw')).toMatchObject({ ok: true, verified: 1, differing: [] });
  const gone = await verifySession('s', rows, () => undefined);
  expect(gone).toMatchObject({ ok: false, verified: 0, differing: [] });
  expect(gone.missing).toEqual([{ seq: 3, name: 'photo.png', sha256: photo.sha256 }]);
  const other = await verifySession('s', rows, () => 'another');
  expect(other).toMatchObject({ ok: false, differing: [{ seq: 3, recorded: sha256 }] });
  expect(other).not.toHaveProperty('missing');
});

it('finds a stored row whose number, session, time or type is not its line’s, and each gap', async () => {
  const rows = rowsOf(created, said('a'), said('b'), said('c'));
  const whole = await verifySession('s', rows);
  expect(whole).toMatchObject({ ok: true, covers: [], damaged: [], gaps: [] });
  expect(verdictOf(translatorFor('en'), formatFor('en'), whole).text).toBe('No requests to verify');
  const [, second] = rows;
  if (second === undefined) throw new Error('no row');
  for (const change of [
    { session: 't' },
    { at: '2031-01-01T00:00:00.000Z' },
    { type: 'run-finished' },
    { raw: 'no' },
  ]) {
    const forged = await verifySession('s', rows.with(1, { ...second, ...change }));
    expect([change, forged.ok, forged.damaged, forged.gaps]).toEqual([change, false, [2], []]);
  }
  // A number that is not the line's leaves a gap on one side at least.
  expect(await verifySession('s', rows.with(3, { ...second, seq: 9 }))).toMatchObject({
    ok: false,
    damaged: [9],
    gaps: [{ from: 4, to: 8 }],
  });
  expect(await verifySession('s', rows.slice(2))).toMatchObject({ ok: false, damaged: [], gaps: [{ from: 1, to: 2 }] });
});

it('walks each log once for as long as it does not grow, and names those that are not proved', async () => {
  const store = openTestStore();
  for (const id of ['good', 'bad']) store.append(id, [created, said('x')]);
  const walked: string[] = [];
  const read = readingHere({
    ...sessionReads(store, undefined, '/none'),
    async chain(session) {
      walked.push(session);
      const { chain, events } = await sessionReads(store, undefined, '/none').chain(session);
      return { events, chain: session === 'bad' && chain !== null ? { ...chain, ok: false } : chain };
    },
  });
  const unproved = evidenceOfAll(store, read);
  const entries = ['good', 'bad'].map((id) => ({ summary: { id } }) as Parameters<typeof unproved>[0][number]);
  expect([...(await unproved(entries)), ...(await unproved(entries))]).toEqual(['bad', 'bad']);
  expect(walked).toEqual(['good', 'bad']);
  store.append('good', [said('y')]);
  expect([...(await unproved(entries))]).toEqual(['bad']);
  expect(walked).toEqual(['good', 'bad', 'good']);

  // A chain that holds proves nothing where the signature does not, or where there is none.
  const by = (result: object) => evidenceOfAll(store, (async () => result) as ReadSessions)(entries);
  const held = { events: 2, chain: { ok: true, from: 1 } };
  expect((await by(held)).size).toBe(0);
  expect((await by({ ...held, signature: { ok: true } })).size).toBe(0);
  expect((await by({ ...held, signature: { ok: false } })).size).toBe(2);
  expect((await by({ events: 2, chain: null })).size).toBe(2);
});

it('reads the chain of one session, and says which there is not', async () => {
  const store = openTestStore();
  store.append('s', [created, said('x')]);
  const reads = sessionReads(store, undefined, '/none');
  expect(await reads.chain('s')).toEqual({ events: 2, chain: { ok: true, from: 1 } });
  await expect(reads.chain('none')).rejects.toMatchObject({ code: 'session-not-found' });
});
