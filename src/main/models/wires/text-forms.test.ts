import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChatReader } from './chat.ts';

const TOOLS = [{ name: 'a', parameters: { type: 'object', properties: { x: { type: 'string' } } } }];

/** The answer to a content that comes in these pieces. */
function answerTo(pieces: readonly string[], reason = 'stop') {
  const deltas = { text: '', reasoning: '' };
  const reader = new ChatReader(
    (delta) => {
      if (delta.type !== 'tool-call') deltas[delta.type] += delta.text;
    },
    () => TOOLS,
  );
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
    ['<think>İİ, İstanbul</think>İyi', 'İİ, İstanbul', 'İyi'],
    ['<think></think>\n\nOnly this', '', 'Only this'],
    ['<think>never closed </thi', 'never closed </thi', ''],
    ['<thin', '', '<thin'],
    ['<thinly> sliced', '', '<thinly> sliced'],
    ['In HTML, <think>x</think> is no tag.', '', 'In HTML, <think>x</think> is no tag.'],
    ['  indented', '', '  indented'],
    ['<think>a</think>b<think>c</think>', 'a', 'b<think>c</think>'],
    ['<THINK>a</think>\n<think>b</think>\nc', 'ab', 'c'],
    ['[THINK]a[/THINK]b', 'a', 'b'],
    ['<thought>a</thought>b', 'a', 'b'],
    ['<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>final<|message|>b', 'a', 'b'],
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

it('is reasoning too where a template opened its tag, once the answer is whole', () => {
  const closed = { reasoning: 'a plan', text: 'The answer.' };
  expect(answerTo(['a plan\n</think>\n\nThe ', 'answer.'])).toMatchObject(closed);
  expect(answerTo(['a plan</think>\nThe answer.<|im_end|>'])).toMatchObject(closed);
  const both = 'a `</think>` b';
  expect(answerTo([`${both}\n</think>\nYes`])).toMatchObject({ reasoning: both, text: 'Yes' });
  const spoken = 'The tag `</think>` ends it.';
  expect(answerTo([spoken])).toMatchObject({ reasoning: '', text: spoken });
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
    ['GLM', '<tool_call>a\n<arg_key>x</arg_key>\n<arg_value>1</arg_value>\n</tool_call>'],
    ['Qwen', '<tool_call>\n<function=a>\n<parameter=x>\n1\n</parameter>\n</function>\n</tool_call>'],
    ['Llama in tags', '<function=a>{"x":"1"}</function>'],
    ['Llama as JSON alone', '{"name": "a", "parameters": {"x": "1"}}'],
    ['Llama as Python', '[a(x="1")]'],
    ['Mistral', '[TOOL_CALLS] [{"name": "a", "arguments": {"x": "1"}}]'],
    ['Mistral, later', '[TOOL_CALLS]a[ARGS]{"x":"1"}'],
    ['Phi, smaller', 'functools[{"name": "a", "arguments": {"x": "1"}}]'],
    ['Phi', '<|tool_call|>[{"name": "a", "arguments": {"x": "1"}}]<|/tool_call|>'],
    [
      'Kimi',
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.a:0<|tool_call_argument_begin|>{"x":"1"}<|tool_call_end|><|tool_calls_section_end|>',
    ],
    [
      'MiniMax',
      '<minimax:tool_call>\n<invoke name="a">\n<parameter name="x">1</parameter>\n</invoke>\n</minimax:tool_call>',
    ],
    [
      'DeepSeek, later',
      '<｜DSML｜function_calls><｜DSML｜invoke name="a"><｜DSML｜parameter name="x" string="true">1</｜DSML｜parameter></｜DSML｜invoke></｜DSML｜function_calls>',
    ],
    ['gpt-oss', '<|channel|>commentary to=functions.a <|constrain|>json<|message|>{"x":"1"}<|call|>'],
    ['Gemma', '```tool_code\na(x="1")\n```'],
    ['tags of names', '<tool_use>\n<name>a</name>\n<arguments>{"x":"1"}</arguments>\n</tool_use>'],
    ['without its end', '<tool_call>\n{"name": "a", "arguments": {"x": "1"}}'],
  ])('are made of what %s writes', (_of, content) => {
    const { calls, text } = answerTo([content]);
    expect([text, calls.map((call) => [call.name, call.arguments])]).toEqual(['', [['a', '{"x":"1"}']]]);
  });

  it.each([
    [hermes('a', '[1]'), ['[1]']],
    ['<tool_call>{"name": "a", "arguments": {"x": ".}}\n</tool_call>', ['{"x": ".}']],
    [`${hermes('a', '{}')}${hermes('b', '7')}`, ['{}', '7']],
  ])('that cannot be carried out are made too, so that the model hears why: %s', (content, args) => {
    expect(answerTo([content]).calls.map((call) => call.arguments)).toEqual(args);
  });

  it('are a text where the tool was not offered, unless they are marked', () => {
    const json = '{"name": "other", "parameters": {}}';
    expect(answerTo([json])).toMatchObject({ text: json, calls: [] });
    expect(answerTo([`<|python_tag|>${json}`]).calls).toHaveLength(1);
    expect(answerTo([`${hermes('a', '{}')}\nIt rains.`])).toMatchObject({ text: 'It rains.', calls: [{ name: 'a' }] });
  });

  it.each([
    ['spoken of', `Write ${hermes('a', '{}')} to call it.`],
    ['not JSON', '<tool_call>{"name": a}</tool_call>'],
    ['without a name', '<tool_call>{"arguments": {}}</tool_call>'],
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

it('shows a text to its last letter', () => {
  for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
    const shown: string[] = [];
    const reader = new ChatReader((delta) => shown.push(delta.type === 'text' ? delta.text : ''));
    reader.add({ choices: [{ index: 0, delta: { content: `so ${letter}` } }] });
    expect(shown).toEqual([`so ${letter}`]);
  }
});

it('looks through a long text without calls in one go', () => {
  for (const part of [' ', '<tool_call>{', '<|python_tag|>{', '<｜tool▁calls▁begin｜>']) {
    const text = `a${part.repeat(1_000_000 / part.length)}b`;
    // In pieces as well: each is looked at, not all before it.
    for (const pieces of [[text], text.match(/[\s\S]{1,10}/g) ?? []])
      expect(answerTo(pieces)).toMatchObject({ text, calls: [], deltas: { text } });
  }
});
