import { describe, expect, it } from 'vitest';
import { codePoint, escaped, hasInvisible, invisibleExcept } from './invisible.ts';

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
    ].concat(['\u2066', '\u2800', '\u3164', '\ud800', '\ue000', '\ufeff', '\uffa0', '\u{e0041}', '\u{e0100}']),
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
