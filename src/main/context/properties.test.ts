/** Properties of every request of every session. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RECENT_MESSAGES } from '../../shared/context-views.ts';
import { EVENT_VERSION, type EventBody, type SessionEvent, type TokenPart } from '../../shared/events.ts';
import { advance, foldEvents, startLog } from '../../shared/reducer.ts';
import type { Message, SessionState } from '../../shared/session-state.ts';
import { afterStep, oldMessages } from './compaction.ts';
import { contextEngine, prepareRequest, tableOf } from './engine.ts';
import { manifestWithFigures } from './left-out.ts';
import { chatRequest, type TextMessage } from './test-kit/chat-request.ts';
import { actions, sessionOf } from './test-kit/random-session.ts';
import { orphans } from './test-kit/request-story.ts';
import { loaded } from './test-kit/states.ts';

const RUNS = { numRuns: 100 };

function next(state: SessionState, ...bodies: readonly EventBody[]): SessionState {
  const events = bodies.map(
    (body, index): SessionEvent => ({
      v: EVENT_VERSION,
      seq: state.lastSeq + 1 + index,
      at: '',
      session: 's',
      ...body,
    }),
  );
  return advance({ ...startLog('s'), state }, events).state;
}

async function compactedByHand(state: SessionState, instruction: string | undefined): Promise<SessionState> {
  const steps = await contextEngine.handCompaction(state, instruction);
  return steps.reduce((now, step) => afterStep(now, step), state);
}

const stateOf = (taken: Parameters<typeof sessionOf>[0]) => foldEvents('s', sessionOf(taken));

/** Tokens by skill, reference and kind. */
function tokensBy(parts: readonly Pick<TokenPart, 'kind' | 'skill' | 'path' | 'tokens'>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { kind, skill, path, tokens } of parts) {
    const of = JSON.stringify([kind, skill, path]);
    sums[of] = (sums[of] ?? 0) + tokens;
  }
  return sums;
}

describe('every request', () => {
  it('takes as many tokens as its parts together, and is not sent over the limit', async () => {
    await fc.assert(
      fc.asyncProperty(actions, async (taken) => {
        const state = stateOf(taken);
        const table = await tableOf(state);
        expect(table.total).toBe(table.parts.reduce((sum, part) => sum + part.tokens, 0));
        const prepared = await prepareRequest(state);
        if ('code' in prepared) expect(table.total).toBeGreaterThan(state.limits.maxContext);
        else expect(prepared.tokens.total).toBeLessThanOrEqual(state.limits.maxContext);
      }),
      RUNS,
    );
  });

  // Rules: 000.24
  it('has a manifest that covers each part once and adds up to its tokens', async () => {
    await fc.assert(
      fc.asyncProperty(actions, async (taken) => {
        const events = sessionOf(taken);
        const state = foldEvents('s', events);
        const request = chatRequest(state);
        const { parts } = await manifestWithFigures(state, events, request);
        expect(tokensBy(parts)).toEqual(tokensBy((await tableOf(state)).parts));
        expect(new Set(parts.map(({ id }) => id)).size).toBe(parts.length);
        const named = parts.filter(({ place }) => place === 'tools').map(({ label }) => label);
        expect(named).toEqual(request.body.tools?.map((tool) => tool.function.name));
      }),
      RUNS,
    );
  });

  // Rules: 004.7
  it('offers the dialect’s own tools and those of the loaded skills, no name twice', () => {
    fc.assert(
      fc.property(actions, (taken) => {
        const state = stateOf(taken);
        const own = state.tools.map((tool) => tool.name);
        const names = chatRequest(state).body.tools?.map((tool) => tool.function.name) ?? [];
        const brought = state.loadedSkills.flatMap((skill) => skill.tools.map((tool) => tool.name));
        expect(names.slice(0, own.length)).toEqual(own);
        expect(names.slice(own.length)).toEqual([...new Set(brought)]);
        const gone = state.loadedSkills.map(
          ({ id }): EventBody => ({ type: 'skill-unloaded', skill: id, tokens: 1, reason: 'user' }),
        );
        expect(chatRequest(next(state, ...gone)).body.tools?.map((tool) => tool.function.name)).toEqual(own);
      }),
      RUNS,
    );
  });

  it('is compacted by hand once: repeating it with the same instruction changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(actions, fc.constantFrom(undefined, 'keep the fare'), async (taken, instruction) => {
        const once = await compactedByHand(stateOf(taken), instruction);
        const twice = await compactedByHand(once, instruction);
        expect(chatRequest(twice).json).toBe(chatRequest(once).json);
        expect(twice.lastSeq).toBe(once.lastSeq);
      }),
      RUNS,
    );
  });

  // Rules: 001.23
  it('has a result for each call and a call for each result, with results right after their calls', () => {
    fc.assert(
      fc.property(actions, (taken) => {
        expect(orphans(chatRequest(stateOf(taken)).json)).toEqual([]);
      }),
      RUNS,
    );
  });

  // Rules: 000.21
  it('matches the earlier one byte for byte after a load and its unload', () => {
    fc.assert(
      fc.property(actions, (taken) => {
        const state = stateOf(taken);
        if (state.loadedSkills.some(({ id }) => id === 'pdf')) return;
        const there = next(state, loaded('pdf', '# pdf\nRead it.\n'));
        const gone = next(there, { type: 'skill-unloaded', skill: 'pdf', tokens: 10, reason: 'user' });
        expect(chatRequest(gone).json).toBe(chatRequest(state).json);
      }),
      RUNS,
    );
  });

  // Rules: 001.21
  it('keeps the last and the pinned messages whole', () => {
    fc.assert(
      fc.property(actions, (taken) => {
        const state = stateOf(taken);
        const old = new Set(oldMessages(state).map((message) => message.seq));
        const recent = state.messages.slice(-RECENT_MESSAGES);
        for (const message of recent) expect(old.has(message.seq)).toBe(false);
        const pinned = state.messages.filter(({ seq }) => state.pinnedMessages.includes(seq));
        const { messages } = chatRequest(state).body;
        for (const message of [...recent, ...pinned]) {
          expect(messages.some((wire) => isWhole(wire, message))).toBe(true);
        }
      }),
      RUNS,
    );
  });
});

/** Allows loaded documents after a result. */
function isWhole(wire: TextMessage, message: Message): boolean {
  if (message.role === 'tool') {
    return wire.role === 'tool' && wire.tool_call_id === message.callId && wire.content.startsWith(message.content);
  }
  if (wire.role !== message.role || (wire.content ?? '') !== message.text) return false;
  const calls = wire.role === 'assistant' ? (wire.tool_calls ?? []) : [];
  const own = message.role === 'assistant' ? message.toolCalls : [];
  return JSON.stringify(calls.map((call) => call.id)) === JSON.stringify(own.map((call) => call.id));
}
