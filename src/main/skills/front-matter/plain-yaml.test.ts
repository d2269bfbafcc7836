import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FENCES } from '../test-kit/malformed/fences.ts';
import { FIELDS } from '../test-kit/malformed/fields.ts';
import { VALUES } from '../test-kit/malformed/values.ts';
import { readPlainFields } from './plain-yaml.ts';
import { readAnyYaml } from './yaml.ts';

/** Whether it was read as plain; then it must be what the engine reads, lines and raw texts too. */
function agrees(text: string): boolean {
  const plain = readPlainFields(text);
  if (plain === undefined) return false;
  expect({ text, ...readAnyYaml(text) }).toEqual({ text, fields: plain, problems: [] });
  return true;
}

describe('plain front matter', () => {
  it.each([
    ['name: pdf\ndescription: Reads (all) PDFs:forms, too; see https://x.y/#z - 机票 😀.'],
    ['name: pdf\r\ndescription: "a: b # c \'d\'"\r\nlicense: \'MIT "x"\'\r\n'],
    ['description: >-\n  Reads: all\n  # of it\nname: x'],
    ['description: |\n    Reads\n    all\nname: x'],
    ['description: >\n  Reads\n  all'],
    ['metadata:\n  version: "1.10"\n  author: example-org\nname: x'],
    ['tags: [a, b c, 机票]\nallowed-tools:\n  - Read\n  - Bash(git add:*)\nname: x'],
    ['version: 1.10\ndate: 2026-01-02\non: yes\nconstructor: x'],
  ])('is read as the engine reads it: %j', (text) => {
    expect(agrees(text)).toBe(true);
  });

  it.each([
    [''],
    ['name: null'],
    ['name: ~'],
    ['null: x'],
    ['name:'],
    ['name: a\nname: b'],
    ['name: a: b'],
    ['name: a #b'],
    ['name: a:'],
    ['name: a\tb'],
    ['name: "a\\n"'],
    ["name: 'it''s'"],
    ['name: "a" b'],
    ['name: a\n  b'],
    ['name: a\n\ndescription: b'],
    ['# c\nname: a'],
    ['name: - a'],
    ['name: &a b'],
    ['name: *a'],
    ['name: !!str a'],
    ['name: %a'],
    ['name: {a: b}'],
    ['name: [a, [b]]'],
    ['name: [a, null]'],
    ['name: [a,]'],
    ['tags:\n- a'],
    ['tags:\n  - a\n   - b'],
    ['tags:\n  - a: b'],
    ['m:\n  a: b\n    c: d'],
    ['m:\n  a:\n    c: d'],
    ['m:\n  a: b\n  a: c'],
    ['d: >\n  a\n\n  b'],
    ['d: >\n  a\n   b'],
    ['d: |+\n  a'],
    ['d: >2\n  a'],
    ['? a\n: b'],
    ['a\u2028b: c'],
    ['name: a\u00a0'],
    ['name: \ud800'],
    ['__proto__: x'],
  ])('leaves to the engine what could be read two ways: %j', (text) => {
    expect(readPlainFields(text)).toBeUndefined();
  });

  const PIECES = [
    ...['name', 'description', 'metadata', 'null', 'a', 'b c', '1.10', 'true', '机票', '😀', 'constructor'],
    ...[': ', ':', ' ', '  ', '\n', '\n  ', '\r\n', '\n  - ', '- ', '#', ' #', '"', "'", '[', ']', ', ', '{', '}'],
    ...[
      '>',
      '>-',
      '|',
      '|-',
      '&',
      '*',
      '!',
      '%',
      '@',
      '`',
      '?',
      '~',
      '\\',
      '\t',
      '\u2028',
      '\u00a0',
      '\ufeff',
      '---',
      '...',
    ],
  ];
  const word = fc.constantFrom('name', 'when_to_use', 'tags', 'a', 'x-1', 'Metadata', 'y', 'NULL');
  const anything = fc.string({
    unit: fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 2 })),
    maxLength: 8,
  });
  /** Mostly fit to be read as plain, so that the odd piece decides. */
  const nearlyPlain = fc
    .array(
      fc.oneof(
        {
          weight: 9,
          arbitrary: fc.constantFrom('Reads', 'it.', 'a:b', '(x)', '机票', '1.10', 'true', '-', 'x#y', '/p'),
        },
        { weight: 1, arbitrary: fc.constantFrom(...PIECES) },
      ),
      { minLength: 1, maxLength: 5 },
    )
    .chain((words) => fc.constantFrom(words.join(' '), words.join(''), `"${words.join(' ')}"`, `'${words.join(' ')}'`));
  const value = fc.oneof({ weight: 1, arbitrary: anything }, { weight: 3, arbitrary: nearlyPlain });
  const line = fc.oneof(
    fc.tuple(word, value).map(([key, written]) => `${key}: ${written}`),
    fc.tuple(word, value).map(([key, written]) => `  ${key}: ${written}`),
    value.map((written) => `  - ${written}`),
    value.map((written) => `  ${written}`),
    fc.tuple(word, fc.constantFrom('', ' >', ' >-', ' |', ' |-')).map(([key, style]) => `${key}:${style}`),
    fc.tuple(word, fc.array(value)).map(([key, list]) => `${key}: [${list.join(', ')}]`),
    value,
  );
  const below = fc.constantFrom('  - ', '  ', '  a: ', '  b: ', '   ');
  const block = fc
    .tuple(
      word,
      fc.constantFrom('', '', ' >', ' >-', ' |', ' |-'),
      below,
      fc.array(value, { minLength: 1, maxLength: 3 }),
    )
    .map(([key, style, start, values]) => [`${key}:${style}`, ...values.map((one) => start + one)].join('\n'));
  const field = fc.tuple(word, nearlyPlain).map(([key, written]) => `${key}: ${written}`);
  const text = fc
    .tuple(fc.array(fc.oneof(line, block, field, field), { maxLength: 5 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
    .map(([lines, eol, ends]) => lines.join(eol) + (ends ? eol : ''));

  // Rules: spec.5
  it('never disagrees with the engine, whatever it is given', () => {
    let plain = 0;
    const runs = Number(process.env.PLAIN_YAML_RUNS ?? 4_000);
    fc.assert(
      fc.property(text, (given) => {
        if (agrees(given)) plain += 1;
      }),
      { numRuns: runs },
    );
    // Else this would compare nothing.
    expect(plain).toBeGreaterThan(runs / 20);
  });

  it('never disagrees on the corpus of odd files', () => {
    for (const { content } of [...FENCES, ...VALUES, ...FIELDS]) {
      const given = Buffer.from(content).toString('utf8');
      agrees(given.split(/^---[ \t]*$/m)[1]?.trim() ?? given);
    }
  });
});
