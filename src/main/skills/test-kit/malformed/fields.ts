/** The other fields, and attempts to make the parser do something. */
import { broken, loads, type MalformedCase } from './case.ts';

const withField = (lines: string): string => `---\nname: x\ndescription: Does x.\n${lines}\n---\nbody\n`;
const field = (
  lines: string,
  rules: readonly string[] = [],
  title = JSON.stringify(lines).slice(0, 60),
): MalformedCase =>
  loads(`field ${title}`, withField(lines), { name: 'x', description: 'Does x.', body: 'body\n', rules });

const bomb = ['a: &a [x,x,x,x,x,x,x,x,x]']
  .concat([...'bcdefghi'].map((key, i) => `${key}: &${key} [${`*${'abcdefgh'[i]},`.repeat(9)}]`))
  .join('\n');
const REPAIRED = ['yaml-repaired'];

/** A line that is no field belongs to the text above it, as one that lost its indent does. */
const stray = (line: string): MalformedCase =>
  loads(`stray line ${line}`, withField(line), { description: `Does x. ${line}`, body: 'body\n', rules: REPAIRED });

export const FIELDS: readonly MalformedCase[] = [
  field('license: {MIT', REPAIRED),
  field('license: [MIT]', ['not-text']),
  field('license:'),
  field('compatibility: Python: 3.9', REPAIRED),
  field('tags: a, b, c'),
  field('tags: [a, b]'),
  field('tags: [a, b', REPAIRED),
  field('tags: {a: b}', ['not-a-list']),
  field('tags: [{a: b}]', ['not-a-list']),
  field('tags:\n- a\n- b'),
  field('allowed-tools: Read, Bash(git add:*) Write'),
  field('allowed-tools: [Read, Write]'),
  field('allowed-tools:\n  - Read\n  - Bash(git:*)'),
  field('disable-model-invocation: maybe\nuser-invocable: [no]', ['not-yes-or-no', 'not-yes-or-no']),
  field('metadata: text', ['metadata-not-fields']),
  field('metadata: [a]', ['metadata-not-fields']),
  field('metadata: {a: {b: c}}', ['metadata-not-text']),
  field('metadata:\n  a: 1.10\n  b: [c, d]'),
  field('metadata:\n  a: b: c', REPAIRED),
  field('metadata:\n  ? [a]\n  : b'),
  field('unknown: field\nanother: [1, 2, {3: 4}]'),
  field('model: opus\nhooks:\n  - run: "rm -rf /"'),
  field("code: !!js/function 'function(){ throw 1 }'", REPAIRED),
  field("code: !!js/undefined ''", REPAIRED),
  field('code: !!python/object/apply:os.system ["id"]', REPAIRED),
  field('code: !<tag:yaml.org,2002:js/regexp> /x/', REPAIRED),
  field('code: !!binary aGk=', REPAIRED),
  field('set: !!set {a, b}', REPAIRED),
  field('__proto__: {polluted: yes}'),
  field('constructor:\n  prototype:\n    polluted: yes'),
  field('metadata: {__proto__: {polluted: yes}}', ['metadata-not-text']),
  field('metadata: {__proto__: x, toString: y}'),
  field('toString: x\nhasOwnProperty: y'),
  field('<<: {name: other}'),
  field('a: &a {name: other}\n<<: *a'),
  field('self: &s [*s]'),
  field('tags: &t [*t]', ['not-a-list']),
  field('metadata: &m {a: *m}', ['metadata-not-text']),
  field('license: *nowhere', REPAIRED),
  field(bomb, Array(8).fill('yaml-repaired'), 'an alias bomb'),
  field(`x: ${'['.repeat(20_000)}`, REPAIRED, 'deep brackets'),
  field(`x: ${'{a: '.repeat(5_000)}`, REPAIRED, 'deep braces'),
  field(`x:\n${Array.from({ length: 60 }, (_, i) => `${' '.repeat(i + 1)}a:`).join('\n')}`, REPAIRED, 'deep maps'),
  field(`x: ${' '.repeat(40_000)}[`, REPAIRED, 'a long run of spaces'),
  field(`${'k'.repeat(40_000)}: v`, [], 'a key without end'),
  field(Array.from({ length: 3_000 }, (_, i) => `k${i}: v`).join('\n'), [], 'three thousand fields'),
  field('? complex\n: key'),
  ...['- a list item', '}', '%YAML 1.2', '"unclosed: key'].map(stray),
  field('a: b\n  c: d', REPAIRED),
  field('null byte: a\0b', REPAIRED),
  field('bell: a\u0007b', REPAIRED),
  field('escape: "\u001b[31m"', REPAIRED),
  field('lone: "\\ud800"'),
  broken('a flow map', '---\n{name: x, description: y\n---\n', 'name-missing'),
  loads('a whole flow map', '---\n{name: x, description: Does x.}\n---\n', { name: 'x', description: 'Does x.' }),
  loads('a directive before', '---\n%TAG ! tag:x,2000:\nname: x\ndescription: Does x.\n---\n', {
    rules: ['front-matter-not-fields'],
  }),
];
