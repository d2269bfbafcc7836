/** Measures building a request of 1,000 messages in each provider's protocol, against serializing its body alone. */
import { buildRequest } from '../src/main/context/build-request.ts';
import { type EventBody, WIRES, type Wire } from '../src/shared/events.ts';
import { foldEvents } from '../src/shared/reducer.ts';
import { compare, type Row } from './table.ts';

/** @param conversation a session's first event, then turns of four messages. */
export async function buildingRequests(conversation: readonly EventBody[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const wire of WIRES) {
    const events = conversation.map((body, index) => ({
      v: 1,
      seq: index + 1,
      at: '',
      session: 's',
      ...onWire(body, wire),
    }));
    const state = foldEvents('s', events);
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
