/** A request that continues an earlier one equals the request built from its log alone. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Attachment } from '../../shared/attachments.ts';
import { type SessionEvent, WIRES, type Wire } from '../../shared/events.ts';
import { advance, foldEvents, startLog } from '../../shared/reducer.ts';
import { sha256 } from '../lib/text.ts';
import { buildRequest } from './build-request.ts';
import { contextEngine, tableOf } from './engine.ts';
import { actions, sessionOf } from './test-kit/random-session.ts';
import { piecesOf } from './token-table.ts';

const RUNS = { numRuns: 10 };
const PICTURE: Attachment = {
  name: 'seat.png',
  path: 'work/attachments/seat.png',
  mime: 'image/png',
  bytes: 3,
  sha256: 'ab'.repeat(32),
  media: { kind: 'image', width: 600, height: 400 },
};
const dataOf = () => 'AAAA';

/** The log as a session on that wire has it; every seventh event that is a person's message comes with a picture. */
function onWire(events: readonly SessionEvent[], wire: Wire | undefined): SessionEvent[] {
  if (wire === undefined) return [...events];
  return events.map((event): SessionEvent => {
    if (event.type === 'session-created') {
      return { ...event, route: { wire, endpoint: 'https://127.0.0.1/v1', sees: ['image'] } };
    }
    return event.type === 'user-message-added' && event.seq % 7 === 0 ? { ...event, attachments: [PICTURE] } : event;
  });
}

const wires = fc.constantFrom(undefined, ...WIRES);

describe('a request that goes on from the one before', () => {
  it('has the bytes and the hash of one built from its log alone', () => {
    fc.assert(
      fc.property(actions, wires, (taken, wire) => {
        const events = onWire(sessionOf(taken), wire);
        let log = startLog('s');
        for (const [index, event] of events.entries()) {
          log = advance(log, [event]);
          const { body, ...request } = buildRequest(log.state, dataOf);
          expect(request.json).toBe(JSON.stringify(body));
          expect(request.sha256).toBe(sha256(request.json));
          expect(request.json).toBe(buildRequest(foldEvents('s', events.slice(0, index + 1)), dataOf).json);
        }
      }),
      RUNS,
    );
  });

  it('has the pieces, figures and shared beginning of one built from its log alone', async () => {
    await fc.assert(
      fc.asyncProperty(actions, wires, async (taken, wire) => {
        const events = onWire(sessionOf(taken), wire);
        let log = startLog('s');
        for (const [index, event] of events.entries()) {
          const before = log.state;
          log = advance(log, [event]);
          const alone = foldEvents('s', events.slice(0, index + 1));
          expect(await tableOf(log.state)).toEqual(await tableOf(alone));
          expect(piecesOf(log.state).map(({ id, place, text }) => [id, place, text])).toEqual(
            piecesOf(alone).map(({ id, place, text }) => [id, place, text]),
          );
          expect(await contextEngine.prefixKept(before, log.state, events)).toEqual(
            await contextEngine.prefixKept(foldEvents('s', events.slice(0, index)), alone, events),
          );
        }
      }),
      RUNS,
    );
  });
});
