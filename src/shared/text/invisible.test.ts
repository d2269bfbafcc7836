import { describe, expect, it } from 'vitest';
import { allShown, codePoint, escaped, hasInvisible, invisibleExcept, shownPrint, shownText } from './invisible.ts';

describe('invisible characters', () => {
  it.each(
    [
      '\0',
      '\n',
      '\u007f',
      '\u00ad',
      '\u034f',
      '\u061c',
      '\u115f',
      '\u180e',
      '\u200b',
      '\u200d',
      '\u202e',
      '\u2028',
      '\u2060',
    ].concat([
      '\u2066',
      '\u2800',
      '\u3164',
      '\ud800',
      '\ue000',
      '\ufeff',
      '\uffa0',
      '\u{1d159}',
      '\u{13441}',
      '\u{e0041}',
      '\u{e0100}',
    ]),
  )('include %j', (character) => {
    expect(hasInvisible(`a${character}b`)).toBe(true);
  });

  it.each(['a b', '订机票', '\u3000', 'é', '❤\ufe0f', '🛫', '\ufffd'])('do not include those of %j', (text) => {
    expect(hasInvisible(text)).toBe(false);
  });

  it('are replaced but for those that are allowed', () => {
    expect('a\tb\u202ec'.replace(invisibleExcept('\\t'), escaped)).toBe('a\tb\\u{202E}c');
    expect(codePoint('\n')).toBe('U+000A');
  });
});

describe('text of others', () => {
  const EXE = 'report\u202Egpj.exe';

  it('never reads in another order', () => {
    for (const mark of ['\u202A', '\u202B', '\u202D', '\u202E', '\u2066', '\u2067', '\u2068']) {
      const name = `a${mark}gpj.exe\u202C\u2069`;
      for (const shown of [shownText(name), shownPrint(name)])
        expect(shown).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
    }
    expect(shownText(EXE)).toBe('reportU+202Egpj.exe');
    expect(allShown({ n: 1, none: null, list: [EXE, { EXE }] })).toEqual({
      n: 1,
      none: null,
      list: ['reportU+202Egpj.exe', { EXE: 'reportU+202Egpj.exe' }],
    });
    expect(shownPrint(`\u001b[31m${EXE}\u001b[0m\r\n`)).toBe('\u001b[31mreportU+202Egpj.exe\u001b[0m\r\n');
  });

  it('shows what is hidden, and leaves what languages and emoji need', () => {
    expect(shownText('a\u200Bb\u2060\u{E0041}')).toBe('aU+200BbU+2060U+E0041');
    for (const kept of [
      '👩‍💻',
      '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
      'می‌خواهم',
      'שלום\u200F!',
      '葛\u{E0100}',
      'a\u00ADb\n\tc',
    ]) {
      expect(shownText(kept)).toBe(kept);
    }
  });
});
