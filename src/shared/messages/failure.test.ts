import { expect, it } from 'vitest';
import { z } from 'zod';
import { ERROR_CODES, type ErrorCode } from '../errors.ts';
import { readServer } from '../mcp.ts';
import { headersSchema, paramsSchema } from '../models/model-options.ts';
import { failureLine, findingText, remedyFor, valueFault } from './failure.ts';

it('says what to do about every failure, with figures if they arrived complete', () => {
  const figures = { tokens: 9006, budget: 8000 };
  expect(remedyFor('zh', 'over-skill-budget', figures)).toBe(
    '它需要 9,006 词元，而预算是 8,000 词元。请缩短它，或在设置中提高技能预算。',
  );
  expect(remedyFor('zh', 'over-skill-budget', { tokens: 9006 })).toBe('请缩短它，或在设置中提高技能预算。');
  for (const code of ERROR_CODES) {
    expect(remedyFor('zh', code)).toMatch(/。$/);
    expect(remedyFor('en', code)).toMatch(/\.$/);
  }
});

it('is one line in the terminal: the exact reason, and the usual help where that is one sentence', () => {
  const failure = { code: 'skill-not-found', message: 'There is no skill x.' } as const;
  const line = (message: string, code: ErrorCode = 'home-unusable') =>
    failureLine('en', { code, message, detail: { code: 'x', figures: {} } });
  expect(line('The disk is full.')).toMatch(/^The disk is full\. Check that the folder /);
  expect(line('The disk is full.', 'bad-input')).toBe('The disk is full.');
  expect(line("The disk is full. 'rm x' makes room.")).toBe("The disk is full. 'rm x' makes room.");
  expect(failureLine('en', failure)).toMatch(/^[^.]+\. .+\. \(There is no skill x\.\)$/);
  expect(failureLine('zh', failure)).toMatch(/（There is no skill x\.）$/);
});

const zh = (schema: z.ZodType, value: unknown): string => {
  const { error } = schema.safeParse(value);
  const figures = error === undefined ? {} : valueFault(error).figures;
  return findingText('zh', { code: 'settings-wrong', figures: { field: 'f', ...figures }, message: 'English' });
};

it.each<readonly [schema: z.ZodType, value: unknown, words: string]>([
  [z.int(), 1.5, '应为整数'],
  [z.int().max(9_000), 10_000, '不能大于 9,000'],
  [z.string(), 7, '应为文本'],
  [z.string().max(3), 'long', '最多 3 个字符'],
  [z.array(z.string()), {}, '应为列表'],
  [z.enum(['a', 'b']), 'c', '只能是 a, b 之一'],
  [z.strictObject({}), { odd: 1 }, '含有这个版本不认识的字段：odd'],
  [z.union([z.string(), z.number()]), true, '格式不正确'],
  [headersSchema, { host: 'x' }, '这个请求头由 Skilldeck 自行设置'],
  [headersSchema, { 'x-a': '' }, '请求头需要一个值'],
  [paramsSchema, { messages: [] }, '其中有由 Skilldeck 自行设置的参数'],
])('says in Chinese why a value is not accepted', (schema, value, words) => {
  expect(zh(schema, value)).toBe(`已忽略“f”：${words}。`);
});

it('names the place below the value, and says the same in English', () => {
  expect(readServer({ command: 'x', args: ['a', 7] })).toEqual({
    fault: {
      place: 'args.1',
      figures: { reason: 'type-text', why: 'it must be text' },
      text: '"args.1": it must be text',
    },
  });
});
