import { ORPCError } from '@orpc/client';
import { afterEach, expect, it } from 'vitest';
import { ERROR_CODES } from '../../../shared/errors.ts';
import { formatFor, setLanguage, translate } from '../../i18n/index.ts';
import { failureOf } from './failures.ts';
import { refusalIn, remedyFor } from './remedy.ts';

afterEach(() => setLanguage('en'));

it('says in Chinese what to do about every failure, with the figures where they came whole', () => {
  setLanguage('zh');
  const said = (data?: unknown) => {
    const { figures = {} } = failureOf(new ORPCError('over-skill-budget', { message: 'English.', data }), true);
    return remedyFor(translate, formatFor('zh'), 'over-skill-budget', figures);
  };
  expect(said({ figures: { tokens: 9006, budget: 8000 } })).toBe(
    '它需要 9,006 词元，而预算是 8,000 词元。请缩短它，或在设置中提高技能预算。',
  );
  expect(said({ figures: { tokens: 9006, budget: 'x' } })).toBe('请缩短它，或在设置中提高技能预算。');
  expect(said()).toBe('请缩短它，或在设置中提高技能预算。');
  for (const code of ERROR_CODES) expect(remedyFor(translate, formatFor('zh'), code)).toMatch(/。$/);
});

it('finds the failure of a refused call in what it brought, whatever that is', () => {
  expect(refusalIn({ code: 'context-full', figures: { total: 1 } })).toEqual({
    code: 'context-full',
    figures: { total: 1 },
  });
  for (const data of [undefined, null, 'x', { code: 'no-such' }, { figures: 3 }]) {
    expect(refusalIn(data)).toEqual({ code: undefined, figures: {} });
  }
});
