import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChatReader } from './chat.ts';

/** The answer to a content that comes in these pieces. */
function answerTo(pieces: readonly string[], reason = 'stop') {
  const deltas = { text: '', reasoning: '' };
  const reader = new ChatReader((delta) => {
    if (delta.type !== 'tool-call') deltas[delta.type] += delta.text;
  });
  for (const content of pieces) reader.add({ choices: [{ index: 0, delta: { content } }] });
  reader.add({ choices: [{ index: 0, delta: {}, finish_reason: reason }] });
  const { text, reasoning, finishReason } = reader;
  return { text, reasoning, finishReason, calls: reader.toolCalls(), deltas };
}

describe('reasoning in a text', () => {
  it.each([
    ['<think>a <b> plan</think>\n\nThe answer.', 'a <b> plan', 'The answer.'],
    ['\n <thinking>\nhm</thinking>Yes', '\nhm', 'Yes'],
    ['◁think▷想◁/think▷好', '想', '好'],
    ['<think></think>\n\nOnly this', '', 'Only this'],
    ['<think>never closed </thi', 'never closed </thi', ''],
    ['<thin', '', '<thin'],
    ['<thinly> sliced', '', '<thinly> sliced'],
    ['In HTML, <think>x</think> is no tag.', '', 'In HTML, <think>x</think> is no tag.'],
    ['  indented', '', '  indented'],
    ['<think>a</think>b<think>c</think>', 'a', 'b<think>c</think>'],
  ])('is separated wherever the stream is cut: %j', (content, reasoning, text) => {
    fc.assert(
      fc.property(fc.array(fc.nat(content.length), { maxLength: content.length }), (cuts) => {
        const at = [0, ...cuts.toSorted((a, b) => a - b), content.length];
        const pieces = at.slice(1).map((end, index) => content.slice(at[index], end));
        const answer = answerTo(pieces);
        expect(answer).toMatchObject({ reasoning, text });
        expect(answer.deltas).toEqual({ reasoning, text });
      }),
      { examples: [[[...content].map((_, index) => index)]] },
    );
  });
});

describe('calls in a text', () => {
  const hermes = (name: string, args: string) => `<tool_call>\n{"name": "${name}", "arguments": ${args}}\n</tool_call>`;

  it.each([
    [
      'Hermes, two of them',
      `One moment.\n${hermes('a', '{"x": {"y": 1}}')}\n${hermes('b', '"{}"')}\n`,
      'One moment.',
      [
        ['a', '{"x":{"y":1}}'],
        ['b', '{}'],
      ],
    ],
    ['Llama', '<|python_tag|>{"name": "a", "parameters": {"x": "}"}}<|eom_id|>', '', [['a', '{"x":"}"}']]],
    [
      'DeepSeek',
      'Ok<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>a\n```json\n{"x":1}\n```<｜tool▁call▁end｜><｜tool▁call▁begin｜>b<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
      'Ok',
      [
        ['a', '{"x":1}'],
        ['b', '{}'],
      ],
    ],
    ['Hermes after reasoning', `<think>${hermes('no', '{}')}</think>${hermes('a', '{}')}`, '', [['a', '{}']]],
  ])('are made: %s', (_of, content, text, calls) => {
    const answer = answerTo([content]);
    expect(answer).toMatchObject({ text, finishReason: 'tool_calls' });
    // None of it was shown, wherever the stream was cut.
    for (const pieces of [[content], content.match(/[\s\S]{1,7}/g) ?? [], [...content]])
      expect(answerTo(pieces).deltas.text.trimEnd()).toBe(text);
    expect(answer.calls.map((call) => [call.name, call.arguments])).toEqual(calls);
  });

  it.each([
    ['spoken of', `Write ${hermes('a', '{}')} to call it.`],
    ['not JSON', '<tool_call>{"name": a}</tool_call>'],
    ['without a name', '<tool_call>{"arguments": {}}</tool_call>'],
    ['with a list of arguments', hermes('a', '[1]')],
    ['one of two is broken', `${hermes('a', '{}')}${hermes('b', '7')}`],
  ])('are left as text where they are %s', (_what, content) => {
    const left = { text: content, calls: [], finishReason: 'stop', deltas: { text: content } };
    for (const pieces of [[content], [...content]]) expect(answerTo(pieces)).toMatchObject(left);
  });
});

it('shows a text that goes on for long after what may be a call', () => {
  const shown: string[] = [];
  const reader = new ChatReader((delta) => shown.push(delta.type === 'text' ? delta.text : ''));
  const add = (content: string) => reader.add({ choices: [{ index: 0, delta: { content } }] });
  add('See <tool_call>');
  add('x'.repeat(19_000));
  expect(shown).toEqual(['See ']);
  add('x'.repeat(2_000));
  expect(shown.join('')).toBe(reader.text);
  add(' more <');
  expect(shown.join('')).toBe(reader.text.slice(0, -1));
});

it('looks through a long text without calls in one go', () => {
  for (const part of [' ', '<tool_call>{', '<|python_tag|>{', '<｜tool▁calls▁begin｜>']) {
    const text = `a${part.repeat(1_000_000 / part.length)}b`;
    // In pieces as well: each is looked at, not all before it.
    for (const pieces of [[text], text.match(/[\s\S]{1,10}/g) ?? []])
      expect(answerTo(pieces)).toMatchObject({ text, calls: [], deltas: { text } });
  }
});
