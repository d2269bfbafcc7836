import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FindingFacts } from '../../shared/messages/failure.ts';
import { makeSkillTree, type SkillTree } from './test-kit/skill-tree.ts';
import { compileParameters, parseTools, readSkillTools } from './tools-file.ts';

describe('tools.yaml', () => {
  it('is a list, or a list below tools:, with omitted fields filled in', () => {
    const entry = '- name: clock\n  description: What time it is.\n  script: ./scripts/clock.py\n';
    const tool = {
      name: 'clock',
      description: 'What time it is.',
      script: 'scripts/clock.py',
      pass: 'flags',
      parameters: { type: 'object', properties: {} },
    };
    expect(parseTools(entry)).toEqual({ tools: [{ ...tool, line: 1 }], problems: [] });
    const below = `# ours\ntools:\n${entry.replaceAll(/^/gm, '  ').trimEnd()}\nversion: 2\n`;
    expect(parseTools(`\ufeff${below}`)).toEqual({ tools: [{ ...tool, line: 3 }], problems: [] });
  });

  it('keeps numbers and booleans of a schema, and every other scalar as written', () => {
    const { tools } = parseTools(
      '- {name: a, description: 1.10 of it, script: a.sh, parameters: {properties: {n: {type: integer, minimum: 1}, d: {enum: [2026-01-02]}}, additionalProperties: false}}',
    );
    expect(tools[0]).toMatchObject({
      description: '1.10 of it',
      parameters: {
        type: 'object',
        properties: { n: { type: 'integer', minimum: 1 }, d: { enum: ['2026-01-02'] } },
        additionalProperties: false,
      },
    });
  });

  const good = (name: string): string => `- {name: ${name}, description: Does ${name}., script: ${name}.sh}`;
  it.each<[string, string, number, FindingFacts]>([
    ['YAML that does not parse', '- name: "bad\n  script: x', 3, { code: 'yaml-left-out' }],
    ['no name', '- {description: x, script: x.sh}', 2, { code: 'tool-name' }],
    ['a name with a space', '- {name: a b, description: x, script: x.sh}', 2, { code: 'tool-name' }],
    ['a name twice', good('first'), 2, { code: 'tool-duplicate', figures: { name: 'first', line: 1 } }],
    ['no words', '- just text', 2, { code: 'tool-not-fields' }],
    ['no description', '- {name: x, script: x.sh}', 2, { code: 'tool-description-missing', figures: { name: 'x' } }],
    ['no script', '- {name: x, description: x}', 2, { code: 'tool-script-none' }],
    ['a script outside', '- {name: x, description: x, script: ../x.sh}', 2, { code: 'tool-script-path' }],
    ['an absolute script', '- {name: x, description: x, script: /bin/x.sh}', 2, { code: 'tool-script-path' }],
    ['a script that nothing runs', '- {name: x, description: x, script: x.exe}', 2, { code: 'tool-script-type' }],
    [
      'another way to pass',
      '- {name: x, description: x, script: x.sh, pass: stdin}',
      2,
      { code: 'tool-pass', figures: { name: 'x', allowed: 'flags, json' } },
    ],
    [
      'a schema of a list',
      '- {name: x, description: x, script: x.sh, parameters: {type: array}}',
      2,
      { code: 'tool-parameters-no-object' },
    ],
    [
      'a type that is none',
      '- {name: x, description: x, script: x.sh, parameters: {properties: {a: {type: strung}}}}',
      2,
      { code: 'tool-parameters', figures: { name: 'x', detail: expect.stringContaining('strung') } },
    ],
    [
      'a field without a schema',
      '- {name: x, description: x, script: x.sh, parameters: {properties: {a: }}}',
      2,
      { code: 'tool-parameters', figures: { name: 'x', detail: 'null is not a schema' } },
    ],
  ])('%s costs that entry alone, with its line', (_what, bad, line, facts) => {
    const { tools, problems } = parseTools([good('first'), bad, good('last')].join('\n'));
    expect(tools.map(({ name }) => name)).toEqual(['first', 'last']);
    expect(problems).toMatchObject([{ severity: 'error', line, ...facts }]);
  });

  it('is limited: multiplying aliases, endless entries, and no list at all', () => {
    const bomb = [
      'x: &a [1,1,1,1,1,1,1,1,1,1]',
      'y: &b [*a,*a,*a,*a,*a,*a]',
      'z: &c [*b,*b,*b,*b,*b,*b]',
      'w: &d [*c,*c,*c,*c,*c,*c]',
    ].join('\n  ');
    const text = `${good('fine')}\n- name: bomb\n  description: x\n  script: x.sh\n  parameters:\n    properties: {a: {enum: *d}}\n`;
    expect(parseTools(`anchors:\n  ${bomb}\ntools:\n${text}`).problems[0]).toMatchObject({
      code: 'tool-values',
      figures: { most: 2000 },
    });
    const many = parseTools(Array.from({ length: 40 }, (_, index) => good(`t${index}`)).join('\n'));
    expect([many.tools.length, many.problems]).toEqual([32, [expect.objectContaining({ line: 33 })]]);
    expect(parseTools('hello: 1').problems).toMatchObject([{ line: 1, code: 'tools-not-listed' }]);
    expect(parseTools('').problems).toHaveLength(1);
  });

  it('names an unknown field and continues', () => {
    const { tools, problems } = parseTools('- {name: x, description: x, script: x.sh, scipt: y}');
    expect([tools.length, problems]).toMatchObject([
      1,
      [{ severity: 'warning', code: 'tools-unknown-field', figures: { keys: '"scipt"' } }],
    ]);
  });
});

describe('arguments', () => {
  const faults = (schema: object, args: unknown) => {
    const compiled = compileParameters(schema as Record<string, unknown>);
    return 'fault' in compiled ? compiled.fault : compiled.check(args);
  };

  it('report faults by field, and required ones also without a schema', () => {
    const schema = {
      type: 'object',
      properties: {
        a: { type: ['string', 'null'] },
        deep: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
      },
      required: ['a', 'bare'],
      additionalProperties: false,
    };
    expect(faults(schema, { a: null, bare: 1, deep: { n: 1 } })).toEqual([]);
    expect(faults(schema, { a: 3, deep: {} })).toEqual([
      expect.stringMatching(/^"a": .*string.*, or .*null/),
      '"deep.n" is missing',
      '"bare" is missing',
    ]);
    expect(faults(schema, { a: '', bare: 1, more: 1 })).toEqual([expect.stringMatching(/"more"/)]);
  });

  it('are not delayed by a pattern, and a default changes nothing', () => {
    const schema = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$', default: 'b' } } };
    expect(faults(schema, { a: `${'a'.repeat(40)}!` })).toEqual([]);
  });
});

describe('tools on disk', () => {
  let tree: SkillTree;
  beforeEach(() => {
    tree = makeSkillTree();
  });
  const put = (name: string, text: string): void => {
    mkdirSync(path.dirname(tree.at('s', name)), { recursive: true });
    writeFileSync(tree.at('s', name), text);
  };
  const read = (metadata: Readonly<Record<string, string>> = {}) =>
    readSkillTools({ id: 's', dir: tree.at('s'), metadata });

  it('exist only if the script is really inside the folder', () => {
    put(
      'Tools.yml',
      ['here', 'gone', 'out'].map((name) => `- {name: ${name}, description: x, script: ${name}.sh}`).join('\n'),
    );
    put('here.sh', 'echo\n');
    symlinkSync('/bin/sh', tree.at('s', 'out.sh'));
    expect(read()).toMatchObject({
      tools: [{ name: 'here', scriptSha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      diagnostics: [
        {
          file: tree.at('s', 'Tools.yml'),
          line: 2,
          rule: 'tool-script-missing',
          message: expect.stringMatching(/gone\.sh.*isn't there/),
        },
        { line: 3, rule: 'tool-script-missing', message: expect.stringMatching(/out\.sh.*leads out/) },
      ],
    });
    expect(readSkillTools({ id: 'n', dir: tree.at('none'), metadata: {} })).toBeUndefined();
  });

  it('never pass arguments in a file if they need approval', () => {
    put('tools.yaml', '- {name: manage, description: x, script: m.sh, pass: json}');
    put('m.sh', 'echo\n');
    expect(read({ confirm: 'm.sh' })?.tools).toHaveLength(1);
    expect(read({ confirm: 'm.sh cancel' })).toMatchObject({
      tools: [],
      diagnostics: [{ code: 'tool-confirmed', remedy: expect.stringMatching(/pass: flags/) }],
    });
  });
});
