/** Measures building a request of 1,000 messages in each provider's protocol, against serializing its body alone. */
import { buildRequest } from '../src/main/context/build-request.ts';
import { contextEngine } from '../src/main/context/engine.ts';
import { sha256 } from '../src/main/lib/text.ts';
import { type EventBody, WIRES, type Wire } from '../src/shared/events.ts';
import { advance, foldEvents, startLog } from '../src/shared/reducer.ts';
import { conversation, logOf } from './logs.ts';
import { compare, type Row, round } from './table.ts';

export async function buildingRequests(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const wire of WIRES) {
    const bodies = conversation(250).map((body) => onWire(body, wire));
    const state = foldEvents('s', logOf(bodies));
    const { body } = buildRequest(state);
    rows.push(
      await compare(
        `request of ${state.messages.length} messages, wire ${wire}`,
        () => buildRequest({ ...state }),
        'JSON.stringify of its body',
        () => JSON.stringify(body),
      ),
    );
  }
  return rows;
}

/**
 * The next request after one more message, in sessions of 1,000 and 10,000 messages: its token table, body and hash, and
 * how much of it the request before had too. A body is posted whole and its hash logged, so writing it is the floor.
 */
export async function nextRequests(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [messages, ms] of [
    [1_000, 1],
    [10_000, 2],
  ] as const) {
    // A turn has four messages.
    let log = startLog('s', logOf(conversation(messages / 4)));
    // Counts what was said before.
    await contextEngine.prepare(log.state);
    const { body, json } = buildRequest(log.state);
    const next = async () => {
      const { state } = log;
      const seq = state.lastSeq + 1;
      log = advance(log, [{ v: 1, seq, at: '', session: 's', type: 'user-message-added', text: `And ${seq}?` }]);
      await contextEngine.prepare(log.state);
      return contextEngine.prefixKept(state, log.state, log.events);
    };
    const what = `next request of ${messages} messages (${round(json.length / 1e6)} MB), one more`;
    rows.push({
      ...(await compare(what, next, 'JSON.stringify of its body, and its hash', () => sha256(JSON.stringify(body)))),
      goal: { ms },
    });
  }
  return rows;
}

/** Adds the opaque fields that each wire returns. */
function onWire(body: EventBody, wire: Wire): EventBody {
  if (body.type === 'session-created') return { ...body, route: { wire, endpoint: 'https://127.0.0.1/v1' } };
  if (body.type !== 'model-responded') return body;
  const kept = { type: 'thinking', thinking: 'So. '.repeat(20), signature: 'x'.repeat(300) };
  const calls = body.toolCalls.map(() => ({ call: { id: 'fc_1' } }));
  const text = body.text === '' ? [] : [{ text: body.text.length, about: { id: 'msg_1' } }];
  const opaque = wire === 'chat' ? { reasoning_content: null } : { pieces: [{ keep: kept }, ...text, ...calls] };
  return { ...body, reasoning: kept.thinking, opaque };
}
