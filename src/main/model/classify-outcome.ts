/** Outcome of an attempt: a whole answer, a failure of the closed list, or the user's stop. */

import type { Try } from './attempt.ts';
import { classifyConnection, classifyServerError, type Verdict } from './classify.ts';
import { type Exchange, looksLikeEvents } from './exchange.ts';
import type { Facts } from './explain.ts';
import { readErrorBody, readServerError, type ServerError } from './server-error.ts';
import type { AnswerReader } from './wires/wire.ts';

export interface Failure extends Verdict {
  readonly facts?: Partial<Facts>;
  /** The server's own words, as they came. */
  readonly said?: string;
}

export function judge({ ending, answer, exchange }: Try): AnswerReader | Failure | 'stopped' {
  if (ending.kind === 'stopped') return 'stopped';
  switch (ending.kind) {
    case 'timeout':
      return { code: 'timeout', retry: true, facts: { waitedMs: ending.waitedMs } };
    case 'stalled':
      return { code: 'answer-stalled', retry: true, facts: { waitedMs: ending.waitedMs } };
    case 'endless':
      return { code: 'answer-too-large', retry: false, facts: { waitedMs: ending.waitedMs } };
    case 'too-large':
      return { code: 'answer-too-large', retry: false };
  }
  const refused = judgeResponse(exchange);
  if (refused !== undefined) return refused;
  // An answer is whole once its finish reason has come, however its connection ended.
  if (answer.finishReason !== undefined) return finished(answer);
  const inStream = answer.error === undefined ? undefined : readServerError(answer.error);
  if (inStream !== undefined) return fromServer(undefined, inStream);
  if (ending.kind === 'failed') {
    const { error } = ending;
    // Not JSON after `data:`: the beginning of an answer, or no answer at all.
    if (error instanceof SyntaxError && answer.chunks === 0) return { code: 'not-a-stream', retry: false };
    return judgeConnection(error, exchange);
  }
  return answer.chunks > 0 ? { code: 'cut-off', retry: true } : withoutChunks(answer, exchange.body);
}

/** A status that is no answer; undefined where it is 200, or none came. */
export function judgeResponse({ status, redirectedTo, body }: Exchange): Failure | undefined {
  if (status === undefined) return undefined;
  if (status >= 300 && status < 400) return { code: 'redirected', retry: false, facts: { redirectedTo } };
  return status >= 400 ? fromServer(status, readErrorBody(body)) : undefined;
}

export function judgeConnection(error: unknown, { status }: Exchange): Failure {
  return classifyConnection(error, status !== undefined);
}

function fromServer(status: number | undefined, error: ServerError): Failure {
  return { ...classifyServerError(status, error), said: error.message };
}

function finished(answer: AnswerReader): AnswerReader | Failure {
  switch (answer.finishReason) {
    case 'content_filter':
    case 'sensitive': // Zhipu
      return { code: 'content-filter', retry: false };
    case 'model_context_window_exceeded': // Zhipu, Anthropic-compatible
      return { code: 'context-too-long', retry: false };
    case 'error': // OpenRouter
    case 'network_error': // Zhipu
    case 'insufficient_system_resource': // DeepSeek
      return { code: 'server-error', retry: true };
    default:
      return answer;
  }
}

/** A 200 that was no stream: an error in JSON, a whole answer in JSON, a page, or nothing. */
function withoutChunks(answer: AnswerReader, body: string): AnswerReader | Failure {
  const text = body.trim();
  if (text === '' || looksLikeEvents(text)) return { code: 'not-a-stream', retry: true, facts: { instead: 'nothing' } };
  if (text.startsWith('<')) return { code: 'not-a-stream', retry: false, facts: { instead: 'page' } };
  try {
    const whole: unknown = JSON.parse(text);
    const error = readServerError(whole);
    if (error !== undefined) return fromServer(undefined, error);
    answer.add(whole);
    if (answer.finishReason !== undefined) return finished(answer);
  } catch {
    // Neither JSON nor a stream.
  }
  return { code: 'not-a-stream', retry: false };
}
