import type { Delta, SessionEvent } from '../../../shared/events.ts';
import { type Live, NO_LIVE } from './session-state.ts';

/** Only a repeat of what is known (its offset is smaller) or the next piece: `offset` cuts what came before. */
const spliced = (text: string, offset: number, added: string): string =>
  // To cut a long text at its end would copy it.
  offset === text.length ? text + added : text.slice(0, offset) + added;

/** Another iteration starts with nothing written. */
const forIteration = (live: Live, iteration: number): Live =>
  live.iteration === iteration ? live : { ...live, ...NOTHING_WRITTEN, iteration };

const NOTHING_WRITTEN = { text: '', reasoning: '', thinking: undefined, toolCalls: [] };

/** The first words or call end the thinking. */
function thoughtUntil(live: Live, at: string): Live {
  const { thinking } = live;
  if (thinking === undefined || thinking.ms !== undefined) return live;
  return { ...live, thinking: { ...thinking, ms: Math.max(0, Date.parse(at) - Date.parse(thinking.since)) } };
}

export function applyDelta(live: Live, delta: Delta): Live {
  switch (delta.type) {
    case 'text-delta': {
      const current = thoughtUntil(forIteration(live, delta.iteration), delta.at);
      return { ...current, text: spliced(current.text, delta.offset, delta.text) };
    }
    case 'reasoning-delta': {
      const current = forIteration(live, delta.iteration);
      const reasoning = spliced(current.reasoning, delta.offset, delta.text);
      return { ...current, reasoning, thinking: { since: current.thinking?.since ?? delta.at } };
    }
    case 'tool-call-delta': {
      const current = thoughtUntil(forIteration(live, delta.iteration), delta.at);
      if (current.toolCalls[delta.index] === delta.name) return current;
      const toolCalls = [...current.toolCalls];
      toolCalls[delta.index] = delta.name;
      return { ...current, toolCalls: Array.from(toolCalls, (name) => name ?? '') };
    }
    case 'terminal-delta': {
      // The model names its calls: `constructor` must not find what every object has.
      const before = Object.hasOwn(live.terminals, delta.callId) ? (live.terminals[delta.callId] ?? '') : '';
      return { ...live, terminals: { ...live.terminals, [delta.callId]: spliced(before, delta.offset, delta.data) } };
    }
  }
}

const withoutAnswer = (live: Live): Live =>
  live.iteration === 0 ? live : { ...live, ...NOTHING_WRITTEN, iteration: 0 };

/** Removes streamed content once an event has stored it. */
export function settle(live: Live, event: SessionEvent): Live {
  switch (event.type) {
    case 'model-responded':
    case 'model-failed':
    case 'run-finished':
    case 'history-rewound':
      return withoutAnswer(live);
    case 'user-message-added':
      return NO_LIVE;
    default:
      return live;
  }
}
