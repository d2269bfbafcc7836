/**
 * The request for a summary of old turns: pure over the state and the task, so that review rebuilds it byte for byte.
 * It offers no tools, and with its answer it never takes more than the model's context.
 */
import type { SummaryTask } from '../../../shared/context-plans.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import type { PreparedRequest } from '../../agent/ports.ts';
import { type AssembledRequest, inWire, noData } from '../build-request.ts';
import type { ConversationItem } from '../conversation.ts';
import { requestPieces } from '../manifest/pieces.ts';
import type { Section } from '../prompt/system-message.ts';
import { tokenTable } from '../token-table.ts';
import { counting, type TokenCounter } from '../tokens/counter.ts';
import { type Clips, type Material, summaryMaterial } from './summary-material.ts';
import { closingWords, summaryPrompt } from './summary-words.ts';

/** Share of the context that the question may fill; the rest is for the answer, and for a provider that counts otherwise. */
const QUESTION = 0.85;
/** Length of the answer: share of the context, and min and max tokens. */
const ANSWER = 0.04;
const ANSWER_LEAST = 300;
const ANSWER_MOST = 2_000;
/** Tokens of the conversation under which there is nothing to summarise. */
const LEAST = 100;

/** The first that fits is taken; at the last, the oldest messages are left out until it fits. */
const CLIPS: readonly Clips[] = [
  { text: 20_000, result: 2_000, call: 1_000 },
  { text: 4_000, result: 600, call: 300 },
  { text: 1_000, result: 200, call: 120 },
];

/** Tokens that a model's summary may take. */
export function answerTokens({ limits }: Pick<SessionState, 'limits'>): number {
  return Math.min(ANSWER_MOST, Math.max(ANSWER_LEAST, Math.round(limits.maxContext * ANSWER)));
}

export interface SummaryRequest extends PreparedRequest {
  /** The same in its parts. */
  readonly assembled: AssembledRequest;
}

/** Undefined where the context is too small for a summary to be asked for. */
export function buildSummaryRequest(state: SessionState, task: SummaryTask): Promise<SummaryRequest | undefined> {
  return counting(state.model, (counter) => fitting(state, task, counter));
}

function fitting(state: SessionState, task: SummaryTask, counter: TokenCounter): SummaryRequest | undefined {
  const room = Math.floor(state.limits.maxContext * QUESTION) - answerTokens(state);
  let last: Material | undefined;
  for (const clips of CLIPS) {
    last = summaryMaterial(state, task, clips);
    const request = prepared(state, task, last, counter);
    if (request.tokens.total <= room) return request;
  }
  if (last === undefined) return undefined;
  const empty = prepared(state, task, { head: last.head, lines: [leftOut(last.lines.length)] }, counter).tokens.total;
  const lines = newestThatFit(last.lines, room - empty, counter);
  if (lines.length === 0 || room - empty < LEAST) return undefined;
  const rest = leftOut(last.lines.length - lines.length);
  const request = prepared(state, task, { head: last.head, lines: [rest, ...lines] }, counter);
  return request.tokens.total <= room ? request : undefined;
}

const leftOut = (messages: number): string =>
  `(${messages} older messages are left out here: there is no room for them.)`;

function newestThatFit(lines: readonly string[], room: number, counter: TokenCounter): readonly string[] {
  let used = 0;
  // A line break between two lines is a token at the most, and joining texts makes hardly any more.
  const first = lines.findLastIndex((line) => {
    used += counter.count(line) + 2;
    return used > room;
  });
  return lines.slice(first + 1);
}

function prepared(
  state: SessionState,
  task: SummaryTask,
  { head, lines }: Material,
  counter: TokenCounter,
): SummaryRequest {
  const prompt = summaryPrompt(answerTokens(state));
  const question = `${head === '' ? '' : `${head}\n`}<conversation>\n${lines.join('\n')}\n</conversation>\n${closingWords(task)}`;
  const turn = { role: 'user', content: question } as const;
  const section: Section = { part: { kind: 'base', label: 'base', reason: 'summary-task' }, text: prompt };
  const [from, to] = task.coversSeq;
  const reason = { reason: 'to-summarise', figures: { from, to } } as const;
  const item: ConversationItem = { kind: 'user', name: 'user', reason, turn, text: question, documents: [] };
  const request = {
    model: state.model,
    route: state.route,
    system: prompt,
    borders: [],
    tools: [],
    turns: [turn],
    dataOf: noData,
  };
  const assembled = { request, sections: [section], offered: [], items: [item] };
  const { json, sha256 } = inWire(assembled);
  return {
    json,
    sha256,
    model: state.model,
    wire: state.route?.wire ?? 'chat',
    tokens: tokenTable(requestPieces(assembled), state.limits.maxContext, counter),
    assembled,
  };
}
