/** A request for a wire, with what a test does not name left small. */
import type { Route, ToolCall } from '../../../../shared/events.ts';
import type { AnswerDelta, AnswerReader, Turn, Wire, WireRequest } from '../wire.ts';

export type RequestOptions = Partial<Omit<WireRequest, 'route'>> & { readonly route?: Partial<Route> };

export function wireRequest({ route, ...rest }: RequestOptions = {}): WireRequest {
  return {
    model: 'm-1',
    route: { wire: 'chat', endpoint: 'http://127.0.0.1/v1', ...route },
    system: 'You help.',
    borders: [],
    tools: [],
    turns: [{ role: 'user', content: '你好' }],
    dataOf: () => undefined,
    ...rest,
  };
}

export const user = (content: string): Turn => ({ role: 'user', content });
export const result = (callId: string, content: string): Turn => ({ role: 'tool', callId, content });
export const answer = (content: string, ...calls: readonly ToolCall[]): Turn => ({ role: 'assistant', content, calls });
export const call = (id: string, args: object = {}): ToolCall => ({ id, name: 'f', arguments: JSON.stringify(args) });

export interface ReadAnswer {
  readonly reader: AnswerReader;
  readonly deltas: readonly AnswerDelta[];
}

export function readAll(wire: Wire, ...events: readonly unknown[]): ReadAnswer {
  const deltas: AnswerDelta[] = [];
  const reader = wire.reader((delta) => deltas.push(delta));
  for (const event of events) reader.add(event);
  return { reader, deltas };
}

/** An answer as the log keeps it and a later request of the same model returns it. */
export function turnOf(reader: AnswerReader): Turn {
  const opaque = reader.opaque();
  const thinking = { text: reader.reasoning, ...(opaque === undefined ? {} : { opaque }) };
  const logged = JSON.parse(JSON.stringify({ content: reader.text, calls: reader.toolCalls(), thinking })) as object;
  return { role: 'assistant', ...logged } as Turn;
}
