import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Attachment } from '../../shared/attachments.ts';
import { type EventBody, type SessionEvent, WIRES, type Wire } from '../../shared/events.ts';
import { advance, foldEvents, startLog } from '../../shared/reducer.ts';
import { sha256 } from '../lib/text.ts';
import { assembleRequest, buildRequest, inWireSlowly } from './build-request.ts';
import { contextEngine, tableOf } from './engine.ts';
import { chatRequest } from './test-kit/chat-request.ts';
import { actions, sessionOf } from './test-kit/random-session.ts';
import { answered, catalog, created, loaded, prompt, referenced, result, said, stateOf } from './test-kit/states.ts';
import { piecesOf } from './token-table.ts';

it('writes a long conversation in turns, byte for byte as in one', async () => {
  const turn = (index: number) => [said(`${index} ${'长'.repeat(1_500_000)}`), answered(`answer ${index}`)];
  const state = stateOf(created(), prompt(), ...[1, 2, 3, 4].flatMap(turn), said('and now'));
  const slow = await inWireSlowly(assembleRequest(state));
  expect(slow.sha256).toBe(sha256(JSON.stringify(slow.body)));
  expect(slow.json === JSON.stringify(slow.body)).toBe(true);
  expect(buildRequest(state).sha256).toBe(slow.sha256);
});

it('sends thoughts and opaque fields to their own model only, however often the models change', () => {
  const route = { wire: 'chat', endpoint: 'https://127.0.0.1/v1' } as const;
  const call = { id: 'c1', name: 'run_command', arguments: '{}', extra: { signature: 's' } };
  const own = stateOf(
    created(),
    { type: 'settings-changed', route },
    prompt(),
    said('hi'),
    {
      type: 'model-responded',
      iteration: 1,
      text: '',
      toolCalls: [call],
      reasoning: 'So.',
      opaque: { reasoning_content: null },
      finishReason: 'tool_calls',
      ms: 1,
    },
    result('c1', 'run_command', 'ok'),
  );
  const refusing = { ...own, route: { ...route, rules: { reasoning: 'refused' as const } } };
  const sent = (state: typeof own) => chatRequest(state).body.messages[2];
  const bare = { id: 'c1', type: 'function', function: { name: 'run_command', arguments: '{}' } };
  const signed = { ...bare, extra_content: { signature: 's' } };
  const words = { role: 'assistant', content: null };
  for (let round = 0; round < 2; round += 1) {
    expect(sent({ ...own })).toEqual({ ...words, tool_calls: [signed], reasoning_content: 'So.' });
    expect(sent(refusing)).toEqual({ ...words, tool_calls: [signed] });
    expect(sent({ ...own, model: 'another' })).toEqual({ ...words, tool_calls: [bare] });
  }
});

describe('the system message, as in the seed documents', () => {
  const call = { id: 'c1', name: 'load_skill', arguments: '{"name":"book-flight"}' };
  // Rules: 001.3
  it('omits empty sections: no skills, no tools', () => {
    const { body } = chatRequest(stateOf(created(), prompt([]), said('hi')));
    expect(body.messages[0]?.content).toBe('You help.\n\n## Workspace\n- **Folder**: `/home/ann/workspaces/s`');
    expect(body.tools).toBeUndefined();
  });

  it('sends malformed arguments as empty and skips an empty answer, as strict servers refuse both', () => {
    const bad = ['{"name": ', '[1]', '"text"', ''].map((json, index) => ({
      id: `b${index}`,
      name: 'grep',
      arguments: json,
    }));
    const good = { id: 'g', name: 'grep', arguments: '{ "pattern": "x" }' };
    const results = [...bad, good].map(({ id }) => result(id, 'grep', 'r'));
    const state = stateOf(
      created(),
      prompt(),
      said('go'),
      answered('', ...bad, good),
      ...results,
      answered(' \n'),
      said('and?'),
    );
    const { messages } = chatRequest(state).body;
    const sent = messages.flatMap((message) => (message.role === 'assistant' ? (message.tool_calls ?? []) : []));
    expect(sent.map((call) => call.function.arguments)).toEqual(['{}', '{}', '{}', '{}', good.arguments]);
    expect(messages.map((message) => message.role)).toEqual([
      'system',
      'user',
      'assistant',
      ...results.map(() => 'tool'),
      'user',
    ]);
  });

  it('never sends a call without a result or a result without its call', () => {
    const open = stateOf(created(), prompt(), said('go'), answered('', call), said('and?'));
    expect(chatRequest(open).body.messages.map((message) => message.role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'user',
    ]);
    const orphan = stateOf(created(), prompt(), said('go'), result('zz', 'grep', 'x'));
    expect(chatRequest(orphan).body.messages.map((message) => message.role)).toEqual(['system', 'user']);
  });
});

const inResults: EventBody = { type: 'settings-changed', placement: 'tool-result' };

const call = (id: string, name: string) => ({ id, name, arguments: '{}' });

const START = [created(), inResults, prompt(), catalog('book-flight', 'other'), said('fly')];

const AFTER = [
  ...START,
  answered('', call('c1', 'load_skill')),
  loaded('book-flight', 'Book like this.'),
  result('c1', 'load_skill', 'loaded'),
  answered('', call('c2', 'load_skill_reference')),
  referenced('book-flight', 'reference.md', 'Cities.'),
  result('c2', 'load_skill_reference', 'loaded too'),
];

describe('placement tool-result', () => {
  it('keeps every byte of the earlier request as a prefix of the later one', () => {
    const messages = [START, AFTER].map((events) => JSON.stringify(chatRequest(stateOf(...events)).body.messages));
    expect(messages[1]?.startsWith(messages[0]?.slice(0, -1) ?? '?')).toBe(true);
  });

  it('puts what the user loaded by hand in its own message, before the text that follows', () => {
    const state = stateOf(...START, answered('hello'), loaded('other', 'Other.'), said('and now?'));
    expect(chatRequest(state).body.messages.slice(2)).toEqual([
      { role: 'assistant', content: 'hello' },
      { role: 'system', content: '### Skill: other\nOther.' },
      { role: 'user', content: 'and now?' },
    ]);
  });
});

const RUNS = { numRuns: 10 };

const PICTURE: Attachment = {
  name: 'seat.png',
  path: 'inputs/seat.png',
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
