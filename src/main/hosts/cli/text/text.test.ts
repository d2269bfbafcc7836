import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { systemLanguage, wordsFor } from '../run-options.ts';
import { createOutput, right, shorten, table, textWidth, visible, visibleJson } from './print.ts';
import { askedLines } from './progress.ts';

it('counts the columns of Chinese, accents and emoji', () => {
  expect(['abc', '机票', 'e\u0301', '👩‍💻', '✈️', '🇨🇳', '（）', '…'].map(textWidth)).toEqual([3, 4, 1, 2, 2, 2, 4, 1]);
  expect(shorten('机票预订', 5)).toBe('机票…');
});

it('aligns columns and cuts only the last one, and only on a terminal', () => {
  const shape = [{ title: 'A' }, right('N'), { title: 'TEXT' }] as const;
  const on = (columns?: number) => ({ words: wordsFor('en'), columns });
  const rows = [
    ['机票', '7', 'a long text that goes on'],
    ['x', '1234', ''],
  ];
  expect(table(on(), shape, rows)).toBe('A        N  TEXT\n机票     7  a long text that goes on\nx     1234\n');
  const hidden = [['id', '1', 'report\u202Egpj.exe']];
  expect(table(on(), shape, hidden)).toBe('A   N  TEXT\nid  1  report\\u{202E}gpj.exe\n');
  expect(table(on(24), shape, rows)).toBe('A        N  TEXT\n机票     7  a long text…\nx     1234\n');
});

it('takes titles from the words of the window and of the terminal, with figures at the right', () => {
  const titles = (language: string) =>
    table(
      { words: wordsFor(language), columns: undefined },
      ['skill', 'tokens', 'lastRequest'],
      [['a', '12345678', '1']],
    );
  expect(titles('en')).toBe('SKILL    TOKENS  LAST REQUEST\na      12345678             1\n');
  expect(titles('zh')).toBe('技能      词元  最近请求\na     12345678         1\n');
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

it('sets what was asked beside what it is, what differs first', () => {
  const compared = [
    {
      field: 'by',
      label: { en: 'Arrive before', zh: '到达早于' },
      asked: '15:00',
      is: '17:35\u001b[31m',
      differs: true,
    },
    {
      field: 'out',
      label: { en: 'Out', zh: '去程' },
      asked: { date: '2027-03-12' },
      is: { date: '2027-03-12' },
      differs: false,
    },
  ];
  const lines = (language: string) => askedLines(compared, { words: wordsFor(language), language });
  expect(lines('en')).toEqual([
    '  ',
    '  Different from what you asked for',
    '  ! Arrive before: you asked for 15:00, it is 17:35U+001B[31m',
    '  As you asked',
    '    Out: 2027-03-12',
  ]);
  expect(lines('zh-CN').slice(1)).toEqual([
    '  与你的要求不同',
    '  ! 到达早于：你要的是 15:00，实际是 17:35U+001B[31m',
    '  符合你的要求',
    '    去程：2027-03-12',
  ]);
});

const failing = (code: string) =>
  new Writable({ write: (_part, _encoding, done) => done(Object.assign(new Error(code), { code })) });

it('distinguishes a full disk from a reader that has read enough', async () => {
  const [full, left] = [createOutput(failing('ENOSPC')), createOutput(failing('EPIPE'))];
  await Promise.all([full.line('a'), left.line('a')]);
  await Promise.all([full.line('b'), left.line('b')]);
  expect([full.gone, full.fault?.message]).toEqual([true, 'ENOSPC']);
  expect([left.gone, left.fault]).toEqual([true, undefined]);
});
