import { expect, it } from 'vitest';
import { anyCase, excerptOf, positionsIn, yesOrNo } from './text.ts';

it.each([
  ['the second one, Anna Baker', [2]],
  ['Number 3 please', [3]],
  ['not the first, the 2nd', [1, 2]],
  ['2', [2]],
  ['2, Anna Baker', [2]],
  ['第二个，张三', [2]],
  ['要第 3 班', [3]],
  ['on the 2nd of December', []],
  ['back on December 3rd', []],
  ['first class for 2 adults', []],
  ['第二天回来', []],
  ['the cheapest', []],
  ['2 adults and 1 child', []],
])('%s', (text, positions) => {
  expect(positionsIn(text)).toEqual(positions);
});

it.each([
  'yes',
  'Yes, please.',
  'ok',
  'book it!',
  'yes book it',
  'sure, go ahead',
  '好',
  '好的',
  '可以',
  '确认',
  '订吧',
  '好的，订吧',
])('takes “%s” for a yes', (said) => expect(yesOrNo(said)).toBe('yes'));

it.each(['no', 'No thanks', 'not now', "don't book it", 'cancel', '不', '不要了', '先不订了', '算了', '别订'])(
  'takes “%s” for a no',
  (said) => expect(yesOrNo(said)).toBe('no'),
);

it.each([
  'no baggage?',
  'yes but in business',
  'is it refundable?',
  '好吗',
  '可以退吗',
  '不要国航',
  'ok but tomorrow',
  '',
])('takes “%s” for neither', (said) => expect(yesOrNo(said)).toBeUndefined());

it('takes the signs of Markdown out of an excerpt, not the letters of a name', () => {
  expect(excerptOf('# Rename **helper_10**\n_now_, `in_one_go`')).toBe('Rename helper_10 now, in_one_go');
  expect(excerptOf('> - *Call* __init__ of `a`,\n__at once__: 2 * 3 > x_1')).toBe(
    'Call __init__ of a, at once: 2 * 3 > x_1',
  );
});

const matches = (source: string, text: string) => new RegExp(`^${anyCase(source)}$`, 'u').test(text);

it('takes capitals for small letters, and leaves escapes, classes, capitals and names of groups alone', () => {
  for (const text of ['passport', 'PASSPORT', 'PassPort']) expect(matches('passport', text)).toBe(true);
  expect(matches('паспорт', 'ПАСПОРТ')).toBe(true);
  expect(matches(String.raw`no\.?\s[a-c](?<digit>\d)\p{Lu}`, 'NO. b7X')).toBe(true);
  expect(matches(String.raw`no\.?\s[a-c](?<digit>\d)\p{Lu}`, 'no. B7X')).toBe(false);
  expect(matches('GB', 'gb')).toBe(false);
  expect(matches('straße', 'STRAßE')).toBe(true);
});
