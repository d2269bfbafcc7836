/** A booking in small: a streamed call of a tool, its result, a second answer, through the wire that sessions use. */
import type { Route, ToolCall, Usage } from '../../shared/events.ts';
import { tryOnce } from './attempt.ts';
import { type Failure, judge } from './classify-outcome.ts';
import { WIRE } from './wires/index.ts';
import type { AnswerReader, Turn } from './wires/wire.ts';

const TOOL = {
  name: 'look_up_city',
  description: 'Says whether a city is known.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};
const SYSTEM = 'This is a test of a connection. Use the tool that you are offered, then answer in one sentence.';
const ASKED: Turn = {
  role: 'user',
  content: 'Call the tool look_up_city for the city Lisbon, then say what it answered.',
};
const RESULT = 'Lisbon is known.';

export interface TurnOptions {
  readonly baseUrl: string;
  readonly model: string;
  readonly route: Route;
  /** Includes the key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

export type TurnResult =
  | { readonly kind: 'answered'; readonly turns: readonly Turn[]; readonly calls: number; readonly usage?: Usage }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly json: string; readonly status: number | undefined };

export const FIRST_TURN: readonly Turn[] = [ASKED];

/** Never throws. `turns` of the result are those of the next request: with the answer as it goes back, and the tool's result. */
export async function sendTurn(options: TurnOptions, turns: readonly Turn[]): Promise<TurnResult> {
  const { baseUrl, model, route, headers, timeoutMs: limit } = options;
  const wire = WIRE[route.wire];
  const request = { model, route, system: SYSTEM, borders: [], tools: [TOOL], turns, dataOf: () => undefined };
  const json = JSON.stringify(wire.body(request));
  const tried = await tryOnce({
    wire,
    baseUrl,
    headers,
    limits: { headersMs: limit, contentMs: limit, answerMs: limit },
    json,
    onDelta: () => {},
    signal: new AbortController().signal,
  });
  const judged = judge(tried);
  if (judged === 'stopped' || 'code' in judged) {
    const failure: Failure = judged === 'stopped' ? { code: 'cut-off', retry: true } : judged;
    return { kind: 'failed', failure, json, status: tried.exchange.status };
  }
  const calls = judged.toolCalls().map((call, index): ToolCall => ({ ...call, id: call.id || `test${index}` }));
  const { usage } = judged;
  return {
    kind: 'answered',
    turns: [
      ...turns,
      answerTurn(judged, calls, route),
      ...calls.map(({ id }): Turn => ({ role: 'tool', callId: id, content: RESULT })),
    ],
    calls: calls.length,
    ...(usage === undefined ? {} : { usage }),
  };
}

/** Includes everything else that a session sends back. */
function answerTurn(answer: AnswerReader, calls: readonly ToolCall[], { rules }: Route): Turn {
  if (rules?.reasoning === 'refused') return { role: 'assistant', content: answer.text, calls };
  const opaque = answer.opaque();
  const thinking = {
    ...(answer.reasoning === '' ? {} : { text: answer.reasoning }),
    ...(opaque === undefined ? {} : { opaque }),
  };
  return {
    role: 'assistant',
    content: answer.text,
    calls,
    ...(Object.keys(thinking).length === 0 ? {} : { thinking }),
  };
}
