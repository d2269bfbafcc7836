/** Follows a session's stream to the end of its run: prints, asks, and remembers what the exit status needs. */
import { styleText } from 'node:util';
import type { StreamItem } from '../../../../shared/contract.ts';
import {
  type Delta,
  EVENT_VERSION,
  type EventOf,
  parseEvent,
  rawEvent,
  type SessionEvent,
} from '../../../../shared/events.ts';
import { type Form, formIn } from '../../../../shared/forms/forms.ts';
import type { Approvals } from '../approvals.ts';
import type { CommandContext, CoreClient } from '../context.ts';
import { createAnswerText, progressLine } from '../text/progress.ts';
import { visible } from '../text/visible.ts';
import { visibleJson } from '../text/visible-json.ts';

export interface FollowOptions {
  readonly context: CommandContext;
  readonly client: CoreClient;
  readonly sessionId: string;
  readonly json: boolean;
  readonly approvals: Approvals;
}

export interface Followed {
  readonly end: EventOf<'run-finished'>;
  /** Code of the last failed try of the model after which none came. */
  readonly modelFailure: string | undefined;
  readonly lastSeq: number;
  /** The form that the run ended with. */
  readonly asked: { readonly callId: string; readonly form: Form } | undefined;
}

/** Prints events and deltas as they come. What a model says moves no cursor, in a pipe either: a pipe may end in a terminal. */
export interface RunPrinter {
  events(events: readonly SessionEvent[]): Promise<void>;
  delta(delta: Delta): Promise<void>;
}

export function createPrinter({ deps, words, out, note }: CommandContext, json: boolean): RunPrinter {
  const answer = createAnswerText();
  let noted: string | undefined;
  let begun: boolean | undefined;
  let toldOfSandbox = false;
  /** ISO time at which the current answer's reasoning began; '' once its duration was printed. */
  let thinkingSince: string | undefined;
  const thought = (ms: number | undefined) => {
    const line = ms === undefined ? words.run.thought : words.run.thoughtFor(words.duration(ms));
    note(deps.terminal.stderr.isTTY === true ? styleText('dim', line, { stream: deps.terminal.stderr }) : line);
  };
  const endThinking = (at: string) => {
    if (thinkingSince === undefined || thinkingSince === '') return;
    thought(Math.max(0, Date.parse(at) - Date.parse(thinkingSince)));
    thinkingSince = '';
  };
  return {
    async events(events) {
      for (const event of events) {
        // A continued session begins in the middle of its log.
        begun ??= event.seq > 1;
        if (json) await out.line(visibleJson(rawEvent(event), 0));
        else if (event.type === 'model-responded' && event.purpose !== 'summary') {
          if (event.reasoning !== undefined && thinkingSince !== '') thought(event.reasoningMs);
          thinkingSince = undefined;
          await out.write(visible(answer.responded(event)));
        } else if (event.type === 'model-failed' && event.purpose !== 'summary') {
          thinkingSince = undefined;
          answer.failed();
        } else if (event.type === 'run-finished' && event.state === 'max-iterations') {
          await out.write(`${words.run.reachedMaximum}\n`);
        }
        if (event.type === 'script-started' && event.sandbox === 'none' && !toldOfSandbox) {
          toldOfSandbox = true;
          note(words.run.unconfined);
        }
        const line = progressLine(event, words, begun);
        if (event.type === 'request-sent') begun = true;
        // A run that a failure ended says what the failure said: once is enough.
        if (line === undefined || (event.type === 'run-finished' && line === noted)) continue;
        noted = line;
        note(line);
      }
    },
    async delta(delta) {
      if (json) await out.line(visibleJson({ v: EVENT_VERSION, ...delta }, 0));
      else if (delta.type === 'reasoning-delta') thinkingSince ??= delta.at;
      else if (delta.type === 'text-delta' || delta.type === 'tool-call-delta') {
        endThinking(delta.at);
        if (delta.type === 'text-delta') await out.write(visible(answer.delta(delta)));
      }
    },
  };
}

/** Undefined where the stream ended before the run did. */
export async function followRun(
  stream: AsyncIterable<StreamItem>,
  printer: RunPrinter,
  { client, sessionId, approvals }: FollowOptions,
): Promise<Followed | undefined> {
  let modelFailure: string | undefined;
  let lastSeq = 0;
  let asked: Followed['asked'];
  const asking = new Set<Promise<void>>();

  for await (const item of stream) {
    if (item.kind === 'delta') {
      await printer.delta(item.delta);
      continue;
    }
    const events = item.events.map((raw) => parseEvent(raw));
    await printer.events(events);
    lastSeq = events.at(-1)?.seq ?? lastSeq;
    for (const event of events) {
      switch (event.type) {
        case 'model-responded':
          modelFailure = undefined;
          break;
        case 'model-failed':
          if (event.purpose !== 'summary') modelFailure = event.willRetry ? undefined : event.code;
          break;
        case 'approval-requested': {
          const asked = answerQuestion(event).finally(() => asking.delete(asked));
          asking.add(asked);
          break;
        }
        case 'tool-finished': {
          const form = formIn(event.data);
          asked = form === undefined ? undefined : { callId: event.callId, form };
          break;
        }
        case 'run-finished':
          await Promise.all(asking);
          return { end: event, modelFailure, lastSeq, asked };
      }
    }
  }
  return undefined;

  async function answerQuestion(event: EventOf<'approval-requested'>): Promise<void> {
    const answer = await approvals.ask(event);
    const decision = answer === 'unasked' ? ({ decision: 'denied', unasked: true } as const) : { decision: answer };
    try {
      await client.chat.approve({ sessionId, callId: event.callId, ...decision });
    } catch {
      // A stop came first, and the question is no longer open.
    }
  }
}
