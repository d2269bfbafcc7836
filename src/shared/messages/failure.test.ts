import { expect, it } from 'vitest';
import { ERROR_CODES, type ErrorCode } from '../errors.ts';
import { failureLine, remedyFor } from './failure.ts';

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
