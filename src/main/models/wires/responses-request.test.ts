import { describe, expect, it } from 'vitest';
import type { Effort } from '../../../shared/events.ts';
import { reasoningEffort, responsesBody, responsesWire } from './responses.ts';
import { answer, call, readAll, result, turnOf, user, wireRequest } from './test-kit/wire-request.ts';

const tool = { name: 'f', description: 'Does it.', parameters: { type: 'object', properties: {} } };

describe('the body', () => {
  it('stores nothing, and requests reasoning that can be sent back', () => {
    expect(
      responsesBody(wireRequest({ model: 'gpt-5.6', tools: [tool], route: { maxOutput: 900, effort: 'max' } })),
    ).toEqual({
      model: 'gpt-5.6',
      instructions: 'You help.',
      input: [{ role: 'user', content: '你好' }],
      tools: [{ type: 'function', ...tool, strict: false }],
      store: false,
      include: ['reasoning.encrypted_content'],
      stream: true,
      reasoning: { effort: 'max', summary: 'auto' },
      max_output_tokens: 900,
    });
    const plain = responsesBody(wireRequest({ model: 'gpt-4.1-mini', system: '', route: { effort: 'high' } }));
    expect(Object.keys(plain)).toEqual(['model', 'input', 'store', 'stream']);
    // Another maker's model keeps its default.
    expect(responsesBody(wireRequest({ model: 'grok-5' })).reasoning).toBeUndefined();
  });

  it('lets extra parameters override its own, but not the conversation', () => {
    const params = { store: true, input: 'x', instructions: 'y', tools: [], model: 'z', metadata: { a: 1 } };
    const body = responsesBody(wireRequest({ route: { params } }));
    expect(body).toMatchObject({ model: 'm-1', store: true, metadata: { a: 1 }, instructions: 'You help.' });
    expect([body.input, body.tools]).toEqual([[{ role: 'user', content: '你好' }], undefined]);
  });

  it('asks each generation for the nearest effort it accepts', () => {
    const asked = (model: string, ...efforts: Effort[]) =>
      efforts.map((effort) => reasoningEffort(model, effort)).join(' ');
    const ends = ['none', 'minimal', 'medium', 'max'] as const;
    expect(asked('o4-mini', ...ends)).toBe('low low medium high');
    expect(asked('gpt-5-mini', ...ends)).toBe('minimal minimal medium high');
    expect(asked('gpt-5.1', ...ends)).toBe('none low medium high');
    expect(asked('openai/gpt-5.4', ...ends)).toBe('none low medium xhigh');
    expect(asked('gpt-5.6-sol', ...ends)).toBe('none low medium max');
    expect(asked('gpt-6-astra', ...ends)).toBe('low low medium max');
    expect(asked('qwen-4', ...ends)).toBe('none minimal medium max');
  });
});

describe('an answer that is sent back', () => {
  const items = [
    { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'hm' }], encrypted_content: 'gAAA=' },
    {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: '好。', annotations: [] }],
      phase: 'commentary',
    },
    { type: 'reasoning', id: 'rs_2', summary: [], encrypted_content: 'gBBB=' },
    { type: 'function_call', id: 'fc_1', call_id: 'a', name: 'f', arguments: '{"n": 1}' },
    { type: 'function_call', id: 'fc_2', call_id: 'b', name: 'f', arguments: '{}' },
  ];
  const whole = { object: 'response', status: 'completed', output: items };

  it('matches item by item what was received', () => {
    const turn = turnOf(readAll(responsesWire, whole).reader);
    const turns = [user('x'), turn, result('a', '1'), result('b', '2')];
    expect(responsesBody(wireRequest({ turns })).input).toEqual([
      { role: 'user', content: 'x' },
      ...items,
      { type: 'function_call_output', call_id: 'a', output: '1' },
      { type: 'function_call_output', call_id: 'b', output: '2' },
    ]);
  });

  it('omits reasoning without a result', () => {
    const turn = turnOf(readAll(responsesWire, { ...whole, output: [items[1], items[2]] }).reader);
    expect(responsesBody(wireRequest({ turns: [turn] })).input).toEqual([items[1]]);
  });

  it('follows the log when an id or a text was replaced', () => {
    const turn = turnOf(readAll(responsesWire, whole).reader);
    if (turn.role !== 'assistant') throw new Error('an answer');
    const calls = turn.calls.map((one) => ({ ...one, id: `own_${one.id}` }));
    const changed = { ...turn, calls, content: '[redacted]' };
    expect(responsesBody(wireRequest({ turns: [changed] })).input).toEqual([
      items[0],
      items[2],
      { role: 'assistant', content: '[redacted]' },
      { ...items[3], call_id: 'own_a' },
      { ...items[4], call_id: 'own_b' },
    ]);
  });

  it('from another wire holds only text and calls', () => {
    const long = 'x'.repeat(80);
    const input = responsesBody(wireRequest({ turns: [answer('ok', call(long)), result(long, 'r')] })).input;
    expect(input).toEqual([
      { role: 'assistant', content: 'ok' },
      { type: 'function_call', call_id: expect.stringMatching(/^[0-9a-f]{32}$/), name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: expect.any(String), output: 'r' },
    ]);
    const [, one, other] = input as { call_id: string }[];
    expect(one?.call_id).toBe(other?.call_id);
  });
});

it('includes pictures and documents whose files still exist', () => {
  const media = (name: string, kind: 'image' | 'pdf', mime: string) => ({ name, kind, mime, sha256: name });
  const shown = [media('a.png', 'image', 'image/png'), media('b.pdf', 'pdf', 'application/pdf')];
  const turns = [{ role: 'user' as const, content: 'see', media: [...shown, media('gone.png', 'image', 'image/png')] }];
  const dataOf = ({ name }: { name: string }) => (name === 'gone.png' ? undefined : 'QUJD');
  expect(responsesBody(wireRequest({ turns, dataOf })).input).toEqual([
    {
      role: 'user',
      content: [
        { type: 'input_text', text: 'see' },
        { type: 'input_image', detail: 'auto', image_url: 'data:image/png;base64,QUJD' },
        { type: 'input_file', filename: 'b.pdf', file_data: 'data:application/pdf;base64,QUJD' },
      ],
    },
  ]);
});
