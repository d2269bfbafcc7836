import { expect, it } from 'vitest';
import { defined } from '../../../shared/defined.ts';
import { ChatReader, readUsage } from './chat.ts';

type Piece = { index?: number; id?: string | null; name?: string | null; args?: unknown };

/** Each inner list is one chunk. */
function assemble(...chunks: Piece[][]) {
  const assembler = new ChatReader(() => {});
  for (const pieces of chunks) {
    const tool_calls = pieces.map(({ index, id, name, args }) => ({
      ...defined({ index, id }),
      function: defined({ name, arguments: args }),
    }));
    assembler.add({ choices: [{ index: 0, delta: { tool_calls } }] });
  }
  return assembler.toolCalls().map(({ id, name, arguments: text }) => `${id}:${name}(${text})`);
}

it('assembles calls however a server splits and numbers them', () => {
  // No index: a new id begins a call, pieces without one continue it.
  expect(
    assemble([{ id: 'a', name: 'x', args: '{"n"' }], [{ args: ':1}' }], [{ id: 'b', name: 'y', args: '{}' }]),
  ).toEqual(['a:x({"n":1})', 'b:y({})']);
  // Id and name repeated with every piece.
  expect(
    assemble([{ index: 0, id: 'a', name: 'x', args: '{' }], [{ index: 0, id: 'a', name: 'x', args: '}' }]),
  ).toEqual(['a:x({})']);
  // Id empty or null in the pieces that follow; name in pieces.
  expect(assemble([{ index: 0, id: 'a', name: 'load_' }], [{ index: 0, id: '', name: 'skill', args: '{}' }])).toEqual([
    'a:load_skill({})',
  ]);
  expect(
    assemble([{ index: 0, id: '', name: 'x', args: '{' }], [{ index: 0, id: null, name: null, args: '}' }]),
  ).toEqual([':x({})']);
  // A new id with each piece, and no name: still the same call.
  expect(
    assemble(
      [{ index: 0, id: 'a', name: 'x', args: '{"n"' }],
      [{ index: 0, id: 'b', args: ':1' }],
      [{ index: 0, id: 'c', args: '}' }],
    ),
  ).toEqual(['a:x({"n":1})']);
  // Several whole calls in one chunk, all numbered 0.
  expect(
    assemble([
      { index: 0, id: 'a', name: 'x', args: '{}' },
      { index: 0, id: 'b', name: 'x', args: '{"n":2}' },
    ]),
  ).toEqual(['a:x({})', 'b:x({"n":2})']);
  // Neither index nor id.
  expect(assemble([{ name: 'x', args: '{}' }], [{ name: 'x', args: '{"n":2}' }])).toEqual([':x({})', ':x({"n":2})']);
  // Arguments as an object; none at all.
  expect(assemble([{ index: 0, id: 'a', name: 'x', args: { n: 1 } }], [{ index: 1, id: 'b', name: 'y' }])).toEqual([
    'a:x({"n":1})',
    'b:y({})',
  ]);
  // A gap in the numbers, and the last first.
  expect(
    assemble([{ index: 5, id: 'b', name: 'y', args: '{}' }], [{ index: 2, id: 'a', name: 'x', args: '{}' }]),
  ).toEqual(['a:x({})', 'b:y({})']);
});

it('survives invalid chunks, and ignores other choices', () => {
  const texts: string[] = [];
  const assembler = new ChatReader((delta) => delta.type === 'text' && texts.push(delta.text));
  for (const chunk of [null, 7, [], {}, { choices: null }, { choices: [null, { delta: null }] }]) assembler.add(chunk);
  assembler.add({ choices: [{ index: 1, delta: { content: 'other' } }] });
  assembler.add({
    choices: [
      {
        index: 0,
        delta: {
          content: [
            { type: 'text', text: 'a' },
            { type: 'text', text: 'b' },
          ],
        },
      },
    ],
  });
  assembler.add({ choices: [{ index: 0, delta: { content: '' }, finish_reason: '' }] });
  expect([texts, assembler.text, assembler.finishReason]).toEqual([['ab'], 'ab', undefined]);
});

it('reads usage in each provider’s field names, and none from invalid data', () => {
  const base = { prompt_tokens: 9, completion_tokens: 2 };
  const read = { promptTokens: 9, completionTokens: 2 };
  expect(readUsage({ ...base, prompt_tokens_details: { cached_tokens: 0 } })).toEqual({
    ...read,
    cachedPromptTokens: 0,
  });
  for (const name of ['prompt_cache_hit_tokens', 'cached_tokens', 'cache_read_input_tokens']) {
    expect(readUsage({ ...base, [name]: 3 })).toEqual({ ...read, cachedPromptTokens: 3 });
  }
  expect(readUsage({ ...base, prompt_tokens_details: null })).toEqual(read);
  expect([readUsage(null), readUsage({}), readUsage({ prompt_tokens: -1, completion_tokens: 'x' })]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it('frees names and arguments from what templates write around them', () => {
  const named = (name: string, args: unknown = '{}') => assemble([{ index: 0, id: 'a', name, args }])[0];
  for (const name of [' x ', 'functions.x', 'x<|channel|>commentary']) expect(named(name)).toBe('a:x({})');
  expect(named('x', '```json\n{"n":1}\n```')).toBe('a:x({"n":1})');
  expect(named('x', JSON.stringify('{"n":1}'))).toBe('a:x({"n":1})');
  for (const args of [' {"n":1} ', '"words"', 'no JSON']) expect(named('x', args)).toBe(`a:x(${args})`);
});

it('takes a whole message after its pieces for what they said, and the end of the stream for its end', () => {
  const reader = new ChatReader(() => {});
  reader.end();
  reader.add({ choices: [{ index: 0, delta: { content: 'Hello' } }] });
  reader.add({ choices: [{ index: 0, message: { content: 'Hello' } }] });
  expect([reader.text, reader.finishReason]).toEqual(['Hello', undefined]);
  reader.end();
  expect(reader.finishReason).toBe('stop');
});
