import { expect, it } from 'vitest';
import { buildRequest } from '../../../main/context/build-request.ts';
import { created, eventsOf, rowsOf } from '../../../main/store/test-kit/home.ts';
import type { EventBody } from '../../../shared/events.ts';
import { foldEvents } from '../../../shared/reducer.ts';
import { verifySession } from './verify.ts';

const route = { wire: 'chat' as const, endpoint: 'https://api.example.com/v1', sees: ['image' as const] };
const photo = {
  name: 'photo.png',
  path: 'work/attachments/photo.png',
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
