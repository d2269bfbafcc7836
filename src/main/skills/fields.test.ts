import { describe, expect, it } from 'vitest';
import { type FieldsResult, findFrontMatter, readSkillFields } from './fields.ts';

const HEAD = 'name: pdf\ndescription: Reads PDFs.\n';

function read(yaml: string): FieldsResult {
  return readSkillFields(yaml, 2);
}

/** Fields besides the empty ones, and `rule@line` of each finding. */
function summary(yaml: string): unknown {
  const result = read(yaml);
  const found = result.findings.map((finding) => `${finding.rule}@${finding.line}`);
  if (result.kind === 'broken') return ['broken', found];
  const { tags, metadata, allowedTools, ...rest } = result.fields;
  const lists = {
    ...(tags.length > 0 ? { tags } : {}),
    ...(allowedTools.length > 0 ? { allowedTools } : {}),
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
  };
  return [{ ...rest, ...lists }, found];
}

const PDF = { name: 'pdf', description: 'Reads PDFs.' };

describe('readSkillFields', () => {
  it.each<[string, string, unknown]>([
    [
      'every field',
      `${HEAD}when_to_use: For forms.\ntags: [a, "b c"]\nlicense: MIT\ncompatibility: needs python\nmetadata:\n  version: 1.10\n  date: 2026-01-02\n  on: yes\nallowed-tools: Read, Bash(git add:*) Write`,
      [
        {
          ...PDF,
          whenToUse: 'For forms.',
          tags: ['a', 'b c'],
          license: 'MIT',
          compatibility: 'needs python',
          metadata: { version: '1.10', date: '2026-01-02', on: 'yes' },
          allowedTools: ['Read', 'Bash(git add:*)', 'Write'],
        },
        [],
      ],
    ],
    [
      'marks of caution in other spellings and in metadata',
      `${HEAD}Disable_Model_Invocation: yes\nmetadata: {userInvocable: off}`,
      [{ ...PDF, modelInvocable: false, userInvocable: false, metadata: { userInvocable: 'off' } }, []],
    ],
    [
      'two words of one mark',
      `${HEAD}disable-model-invocation: false\ndisable_model_invocation: true`,
      [{ ...PDF, modelInvocable: false }, []],
    ],
    ['tags parted as in Chinese', `${HEAD}tags: 机票，酒店、火车`, [{ ...PDF, tags: ['机票', '酒店', '火车'] }, []]],
    ['folded text', 'name: pdf\ndescription: >-\n  Reads\n  PDFs.\ntags: a, b,,', [{ ...PDF, tags: ['a', 'b'] }, []]],
    [
      'an unquoted colon',
      'name: pdf\ndescription: Use when: always',
      [{ ...PDF, description: 'Use when: always' }, ['yaml-repaired@3']],
    ],
    [
      'a # that would be a comment',
      'name: pdf\ndescription: #1 in PDFs',
      [{ ...PDF, description: '#1 in PDFs' }, ['not-text@3']],
    ],
    [
      'an open quote',
      'name: pdf\ndescription: "Reads\ntags: [x]',
      [{ ...PDF, description: 'Reads', tags: ['x'] }, ['yaml-repaired@3']],
    ],
    [
      'one bad field',
      `${HEAD}license: {MIT\ntags: [x]`,
      [{ ...PDF, license: '{MIT', tags: ['x'] }, ['yaml-repaired@4']],
    ],
    ['a field twice', `${HEAD}license: A\nlicense: B`, [{ ...PDF, license: 'B' }, ['duplicate-field@5']]],
    [
      'metadata with one bad line keeps the rest',
      `${HEAD}metadata:\n  note: a: b\n  confirm: "scripts/pay.py"`,
      [{ ...PDF, metadata: { note: 'a: b', confirm: 'scripts/pay.py' } }, ['yaml-repaired@5']],
    ],
    [
      'nested metadata',
      `${HEAD}metadata: {a: {b: c}, d: [e, f]}`,
      [{ ...PDF, metadata: { d: 'e, f' } }, ['metadata-not-text@4']],
    ],
    ['a list of maps as tags', `${HEAD}tags: [{a: b}]`, [PDF, ['not-a-list@4']]],
    ['nothing', '', ['broken', ['name-missing@2', 'description-missing@2']]],
  ])('%s', (_name, yaml, expected) => {
    expect(summary(yaml)).toEqual(expected);
  });

  it('ignores prototype properties', () => {
    const result = read(`${HEAD}__proto__: {polluted: x}\nconstructor: y\nmetadata: {__proto__: z, toString: t}`);
    expect(result.kind === 'ok' && Object.entries(result.fields.metadata)).toEqual([
      ['__proto__', 'z'],
      ['toString', 't'],
    ]);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});

/** The YAML and the body of a file, or what is wrong with it. */
function split(text: string, complete = true): string | [yaml: string, body: string, firstLine: number] {
  const bytes = Buffer.from(text, 'utf8');
  const span = findFrontMatter(bytes.toString('latin1'), complete);
  if (span.kind !== 'found') return `${span.kind} ${span.firstLine}${'language' in span ? ` ${span.language}` : ''}`;
  return [bytes.toString('utf8', span.yamlStart, span.yamlEnd), bytes.toString('utf8', span.bodyStart), span.firstLine];
}

it.each<[string, string, ReturnType<typeof split>]>([
  ['plain', '---\na: 1\n---\nbody\n', ['a: 1', 'body\n', 2]],
  ['BOM and CRLF', '\ufeff---\r\na: 1\r\n---\r\nbody\r\n', ['a: 1', 'body\r\n', 2]],
  ['CR only', '---\ra: 1\r---\r\rbody', ['a: 1', '\rbody', 2]],
  ['a closing fence at the end of the file', '---\na: 1\n---', ['a: 1', '', 2]],
  ['nothing between the fences', '---\n---\nbody', ['', 'body', 2]],
  ['spaces after the fences', '--- \t\na: 1\n---  \n\n\nbody', ['a: 1', '\n\nbody', 2]],
  ['blank lines before', '\n \n---\na: 1\n---\nb', ['a: 1', 'b', 4]],
  [
    'fences inside values',
    '---\na: |\n  ---\nb: x --- y\n----\nc: "---"\n---\nB',
    ['a: |\n  ---\nb: x --- y\n----\nc: "---"', 'B', 2],
  ],
  ['a rule in the body', '---\na: 机\n---\n---\nbody 票', ['a: 机', '---\nbody 票', 2]],
  ['no fence', '# Title\n---\na: 1\n---\n', 'missing 1'],
  ['an indented fence', ' ---\na: 1\n---\n', 'missing 1'],
  ['code in the fence line', '---js\nmodule.exports = {}\n---\n', 'missing 1 js'],
  ['never closed', '---\na: 1\nbody', 'unclosed 1'],
  ['empty', '', 'missing 1'],
])('%s', (_name, text, expected) => {
  expect(split(text)).toEqual(expected);
});

it('does not mistake the cut end of a head for a fence', () => {
  expect(split('---\na: 1\n---', false)).toBe('unclosed 1');
  expect(split('---\na: 1\n---\n', false)).toEqual(['a: 1', '', 2]);
});
