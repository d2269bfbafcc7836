import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { en } from './en/rest.ts';
import { formatFor } from './format.ts';
import { flat, isolated, languageFor, translatorFor } from './translate.ts';
import { zh } from './zh/rest.ts';

const ENGLISH = flat(en);
const CHINESE = flat(zh);
const stem = (key: string) => key.replace(/_(one|other)$/, '');
const stems = (words: ReadonlyMap<string, string>) => [...new Set([...words.keys()].map(stem))].sort();
const variables = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();

const SOURCES = path.join(import.meta.dirname, '..', '..');

function sources(folder: string): string {
  return readdirSync(path.join(SOURCES, folder), { recursive: true, encoding: 'utf8' })
    .filter(
      (file) =>
        /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|\/)(messages\/(en|zh)|test-kit)\/|words\.(en|zh)\.ts$/.test(file),
    )
    .map((file) => readFileSync(path.join(SOURCES, folder, file), 'utf8'))
    .join('\n');
}

/** Keys as the code writes them: whole in quotes, or with a part filled in. */
function mentioned(code: string): (key: string) => boolean {
  const patterns = [...code.matchAll(/`([\w.-]*(?:\$\{[^`}]*\}[\w.-]*)+)`/g)]
    .map((match) => match[1] ?? '')
    .filter((template) => /^[a-z][\w-]*\./i.test(template) && !/^(?:chat|cards\.flights)\.\$/.test(template))
    .map((template) => new RegExp(`^${template.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '[\\w-]+')}$`));
  // Attributes of a view are in double quotes.
  const quoted = new Set([...code.matchAll(/'([\w.-]+)'|="([\w-]+\.[\w.-]+)"/g)].map((match) => match[1] ?? match[2]));
  return (key) => quoted.has(key) || patterns.some((pattern) => pattern.test(key));
}

describe('the message catalogue', () => {
  it('has the same keys in both languages, none empty, with the same variables', () => {
    expect(stems(CHINESE)).toEqual(stems(ENGLISH));
    for (const [language, words] of Object.entries({ en: ENGLISH, zh: CHINESE })) {
      for (const [key, text] of words) expect(text.trim(), `${language} ${key}`).not.toBe('');
    }
    for (const [key, text] of CHINESE) expect(variables(text), key).toEqual(variables(ENGLISH.get(key) ?? ''));
  });

  it('uses every key', () => {
    const everywhere = mentioned(sources('.'));
    const inChat = mentioned(['features/chat', 'renderer/cards', 'renderer/shared'].map(sources).join('\n'));
    const below = (key: string, prefix: string): boolean => key.startsWith(prefix) && inChat(key.slice(prefix.length));
    const unused = stems(ENGLISH).filter(
      (key) => !(everywhere(key) || below(key, 'chat.') || below(key, 'cards.flights.')),
    );
    expect(unused).toEqual([]);
  });

  it('follows the system language unless the user chose one', () => {
    expect(languageFor('system', 'zh-Hant-TW')).toBe('zh');
    expect(languageFor('system', 'fr')).toBe('en');
    expect(languageFor('en', 'zh-CN')).toBe('en');
  });
});

describe('localised numbers', () => {
  it('are exact when small, and short when large', () => {
    const [english, chinese] = [formatFor('en'), formatFor('zh')];
    expect([english.tokens(8_124), english.tokens(128_000), chinese.tokens(128_000)]).toEqual([
      '8,124',
      '128k',
      '12.8万',
    ]);
    expect([english.percent(0.5), english.percent(0.0412), english.percent(0.0001), english.percent(0)]).toEqual([
      '50%',
      '4.1%',
      '<0.1%',
      '0%',
    ]);
    const [yuan, dollars] = [
      { amount: 2_480, currency: 'CNY' },
      { amount: 1_280.5, currency: 'USD' },
    ];
    expect([english, chinese].map(({ money }) => [money(yuan), money(dollars)])).toEqual([
      ['CN¥2,480', 'US$1,280.50'],
      ['¥2,480', 'US$1,280.50'],
    ]);
    expect(english.money({ amount: 5, currency: '??' })).toBe('5 ??');
    expect([3, 3_240, 12_400, 125_000].map(english.duration)).toEqual(['0.1 s', '3.2 s', '12 s', '2 min 5 s']);
    expect([410, 125_000].map(chinese.duration)).toEqual(['0.4 秒', '2 分 5 秒']);
    expect([155, 120, 45].map(english.minutes)).toEqual(['2 h 35 min', '2 h', '45 min']);
    expect([155, 120, 45].map(chinese.minutes)).toEqual(['2小时35分', '2小时', '45分钟']);
  });
});

it('keeps foreign text from reversing the words of a sentence around it', () => {
  for (const text of ['Tokyo', '机票', 'a “b” (c)', '']) expect(isolated(text)).toBe(text);
  expect(isolated('\u202Egnp.exe')).toBe('\u2068\u202Egnp.exe\u2069');
  expect(isolated('שלום')).toBe('\u2068שלום\u2069');
  // Begun and not ended, ended and not begun.
  expect(isolated('\u2067a\u2066b\u2069')).toBe('\u2068\u2067a\u2066b\u2069\u2069\u2069');
  expect(isolated('a\u2069b\u202E')).toBe('\u2068ab\u202E\u2069');
  expect(translatorFor('en')('library.select', { title: '\u202Eevil' })).toBe('Select “U+202Eevil”');
  const inner = translatorFor('en')('library.select', { title: 'שלום' });
  expect(translatorFor('en')('library.select', { title: inner })).toBe(
    'Select “\u2068Select “\u2068שלום\u2069”\u2069”',
  );
});
