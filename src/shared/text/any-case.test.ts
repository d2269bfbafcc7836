import { expect, it } from 'vitest';
import { anyCase } from './text.ts';

const matches = (source: string, text: string) => new RegExp(`^${anyCase(source)}$`, 'u').test(text);

it('takes capitals for small letters, and leaves escapes, classes, capitals and names of groups alone', () => {
  for (const text of ['passport', 'PASSPORT', 'PassPort']) expect(matches('passport', text)).toBe(true);
  expect(matches('паспорт', 'ПАСПОРТ')).toBe(true);
  expect(matches(String.raw`no\.?\s[a-c](?<digit>\d)\p{Lu}`, 'NO. b7X')).toBe(true);
  expect(matches(String.raw`no\.?\s[a-c](?<digit>\d)\p{Lu}`, 'no. B7X')).toBe(false);
  expect(matches('GB', 'gb')).toBe(false);
  expect(matches('straße', 'STRAßE')).toBe(true);
});
