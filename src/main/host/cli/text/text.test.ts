import { expect, it } from 'vitest';
import { systemLanguage, wordsFor } from '../options/language.ts';
import { table } from './table.ts';
import { visible } from './visible.ts';
import { visibleJson } from './visible-json.ts';
import { shorten, textWidth } from './width.ts';

it('counts the columns of Chinese, accents and emoji', () => {
  expect(['abc', '机票', 'e\u0301', '👩‍💻', '✈️', '🇨🇳', '（）', '…'].map(textWidth)).toEqual([3, 4, 1, 2, 2, 2, 4, 1]);
  expect(shorten('机票预订', 5)).toBe('机票…');
});

it('aligns columns and cuts only the last one, and only on a terminal', () => {
  const shape = [{ title: 'A' }, { title: 'N', align: 'right' as const }, { title: 'TEXT' }];
  const rows = [
    ['机票', '7', 'a long text that goes on'],
    ['x', '1234', ''],
  ];
  expect(table(shape, rows)).toBe('A        N  TEXT\n机票     7  a long text that goes on\nx     1234\n');
  expect(table(shape, rows, 24)).toBe('A        N  TEXT\n机票     7  a long text…\nx     1234\n');
});

it('shows hidden characters, and leaves readable ones unchanged', () => {
  expect(visible('a\u001b[31m\u202eb\u200b\r\nc\td 👩‍💻 机票\u0007')).toBe(
    'a\\u{1B}[31m\\u{202E}b\\u{200B}\nc\td 👩‍💻 机票\\u{7}',
  );
});

it('writes equivalent JSON without terminal control characters, on one line or indented', () => {
  const value = { 'n\u202e': 'a\u001b[31m\u009b2J\u200b\u2028\u{e0041}机票' };
  for (const text of [visibleJson(value, 0), visibleJson(value)]) {
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}]/u);
    expect(JSON.parse(text)).toEqual(value);
  }
  expect(visibleJson(value, 0)).not.toContain('\n');
});

it('takes the language from the environment as POSIX defines', () => {
  const read = (env: Record<string, string>) => [systemLanguage(env), wordsFor(systemLanguage(env)).columns.id];
  expect(read({ LANG: 'zh_CN.UTF-8' })).toEqual(['zh-CN', '标识']);
  expect(read({ LC_ALL: 'de_DE', LANG: 'zh_CN' })).toEqual(['de-DE', 'ID']);
  expect(read({ LANG: 'en_US.UTF-8', LANGUAGE: 'zh:en' })).toEqual(['zh', '标识']);
  expect(read({ LANG: 'C.UTF-8', LANGUAGE: 'zh' })).toEqual(['en', 'ID']);
  expect(read({ LC_ALL: '', LANG: 'zh_TW' })).toEqual(['zh-TW', '标识']);
});
