import { describe, expect, it } from 'vitest';
import { createMask } from './mask-secrets.ts';

const KEY = 'sk-test-0123456789';
const hidden = '*'.repeat(KEY.length);
const mask = createMask(() => [KEY, 'short', '  ']);

it('hides a secret as plain text, in JSON, in an address and in base64', () => {
  const odd = createMask(() => ['a"b/c d\\e+f']);
  expect(mask(`key ${KEY}, short, ${KEY}${KEY}`)).toBe(`key ${hidden}, short, ${hidden}${hidden}`);
  expect(mask(Buffer.from(KEY).toString('base64'))).toMatch(/^\*+$/);
  expect(odd(`${JSON.stringify('a"b/c d\\e+f')} ${encodeURIComponent('a"b/c d\\e+f')}`)).toMatch(/^"\*+" \*+$/);
});

it('walks a value, and returns the same value if there is nothing to hide', () => {
  const value = { a: [KEY, 1], [KEY]: null };
  expect(mask.within(value)).toEqual({ a: [hidden, 1], [hidden]: null });
  const clean = { a: ['x', { b: true }] };
  expect(mask.within(clean)).toBe(clean);
});

it('hides a value by line, in hexadecimal, with plus for a space, and several values', () => {
  const lines = createMask(() => ['first line\nsecond line']);
  expect(lines('second line\r\n')).toMatch(/^\*+\r\n$/);
  expect(mask(Buffer.from(KEY).toString('hex'))).toMatch(/^\*+$/);
  expect(createMask(() => ['two words'])('q=two+words')).toMatch(/^q=\*+$/);
  expect(mask.with(['another-one'])(`${KEY} another-one`)).toBe(`${hidden} ***********`);
});

it('requests the values at each use', () => {
  const values: string[] = [];
  const later = createMask(() => values);
  expect(later(KEY)).toBe(KEY);
  values.push(KEY);
  expect(later(KEY)).toBe(hidden);
});

describe('a text in chunks', () => {
  const text = `begin ${KEY} middle sk-test-01 ${KEY}end sk-te`;
  const expected = `begin ${hidden} middle sk-test-01 ${hidden}end sk-te`;
  it.each([1, 2, 3, 5, 7, 11, 100])('of %i characters', (size) => {
    const stream = mask.stream();
    const shown: string[] = [];
    for (let at = 0; at < text.length; at += size) {
      shown.push(stream.take(text.slice(at, at + size)));
      expect(expected.startsWith(shown.join(''))).toBe(true);
    }
    expect(shown.join('') + stream.end()).toBe(expected);
  });

  it('from a terminal: does not hold back a prompt for a partial match that says nothing', () => {
    const stream = mask.bytes();
    const take = (piece: string) => stream.take(Buffer.from(piece)).toString();
    expect(['Password: ', 'yes', ' sk', '-te'].map(take)).toEqual(['Password: ', 'yes', ' sk', '']);
    expect(stream.end().toString()).toBe('-te');
  });

  it('of bytes, with a secret that is not only ASCII', () => {
    const stream = createMask(() => ['schlüssel-日本']).bytes();
    const shown = [...Buffer.from('a schlüssel-日本 b')].map((byte) => stream.take(Buffer.from([byte])));
    expect(Buffer.concat([...shown, stream.end()]).toString()).toMatch(/^a sch\*+ b$/);
  });

  it('of bytes, cut within other characters', () => {
    const bytes = Buffer.from(`名 ${KEY} 名`);
    const stream = mask.bytes();
    const shown = [...bytes].map((byte) => stream.take(Buffer.from([byte])));
    expect(Buffer.concat([...shown, stream.end()]).toString()).toBe(`名 sk-${'*'.repeat(KEY.length - 3)} 名`);
  });
});
