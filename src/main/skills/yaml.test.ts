import { describe, expect, it } from 'vitest';
import { findFrontMatter } from './fields.ts';
import { parseHeader } from './yaml.ts';

const CODE = '({ name: (globalThis.wasRun = true) })';

describe('front matter in another language', () => {
  it.each([
    'js',
    'JS',
    'javascript',
    'JavaScript',
    ' js',
    '\tjavascript ',
    'coffee',
    'coffeescript',
    'cson',
    'json',
    'toml',
    'constructor',
    'toString',
    '__proto__',
  ])('is refused by its name and never run: ---%s', (language) => {
    const file = `---${language}\n${CODE}\n---\n`;
    expect(findFrontMatter(file, true)).toEqual({ kind: 'missing', firstLine: 1, language: language.trim() });
    expect(Object.hasOwn(globalThis, 'wasRun')).toBe(false);
  });

  it.each(['js', 'JS', 'javascript', ' JavaScript', 'json'])('is not run by the parser either: ---%s', (language) => {
    expect(parseHeader(`---${language}\n${CODE}`)).toMatchObject({ reason: 'only YAML is read' });
    expect(Object.hasOwn(globalThis, 'wasRun')).toBe(false);
  });
});

it('reads a header as often as it is given, with the same fault each time', () => {
  const header = '---\na: [';
  expect(parseHeader(header)).toMatchObject({ reason: expect.any(String) });
  expect(parseHeader(header)).toEqual(parseHeader(header));
});

it('stops at a long run of blank lines, and names its line', () => {
  const header = `---\nname: x\n${'\n'.repeat(60_000)}description: y`;
  expect(parseHeader(header)).toEqual({ reason: 'over 1,000 blank characters in a row', line: 1, column: 0 });
});
