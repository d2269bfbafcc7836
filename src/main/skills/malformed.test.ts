import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { isSkilldeckError } from '../../shared/errors.ts';
import { createSkillLibrary } from './discovery/library.ts';
import { findFrontMatter, readSkillFields } from './fields.ts';
import { BODIES } from './test-kit/malformed/bodies.ts';
import type { MalformedCase } from './test-kit/malformed/case.ts';
import { FENCES } from './test-kit/malformed/fences.ts';
import { FIELDS } from './test-kit/malformed/fields.ts';
import { VALUES } from './test-kit/malformed/values.ts';
import { makeSkillTree, skillText } from './test-kit/skill-tree.ts';
import type { Catalog, SkillLibrary } from './types.ts';

const CASES = [...FENCES, ...VALUES, ...FIELDS, ...BODIES].map((one, index): [string, string, MalformedCase] => [
  `c${String(index).padStart(3, '0')}`,
  one.title,
  one,
]);

const tree = makeSkillTree(Object.fromEntries(CASES.map(([id, , { content }]) => [`skills/${id}/SKILL.md`, content])));
let library: SkillLibrary;
let catalog: Catalog;
/** All in one root: none may hide, stall or change another. */
beforeAll(async () => {
  library = createSkillLibrary({ roots: [{ dir: tree.at('skills'), source: 'option' }] });
  catalog = await library.refresh();
}, 60_000);

// Rules: 003.5, spec.5
it('lists each of a corpus of more than 150 files once', () => {
  expect(CASES.length).toBeGreaterThanOrEqual(150);
  const listed = [...catalog.skills, ...catalog.broken].map(({ id }) => id).sort();
  expect(listed).toEqual(CASES.map(([id]) => id));
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

describe('each file', () => {
  it.each(CASES)('%s: %s', async (id, _title, { outcome }) => {
    const skill = catalog.skills.find((one) => one.id === id);
    const reason = catalog.broken.find((one) => one.id === id)?.reason;
    if ('broken' in outcome) {
      expect([skill, reason?.rule, reason?.remedy !== undefined]).toEqual([undefined, outcome.broken, true]);
      return;
    }
    expect(reason).toBeUndefined();
    const { name, description, rules = [], body, refused } = outcome;
    if (name !== undefined) expect(skill?.name).toBe(name);
    if (description !== undefined) expect(skill?.description).toBe(description);
    expect(catalog.diagnostics.filter((one) => one.skill === id).map(({ rule }) => rule)).toEqual(rules);
    const read = await library.read(id).catch((error: unknown) => error);
    if (refused !== undefined) expect(isSkilldeckError(read) && read.message).toContain(refused);
    else if (body !== undefined) expect(read).toMatchObject({ body });
  });
});

it('lists what is not a file as broken or skips it, and is not delayed', async () => {
  const odd = makeSkillTree({ 'good/SKILL.md': skillText('good'), 'dir/SKILL.md/keep.txt': 'x', 'outside.md': 'x' });
  for (const name of ['pipe', 'loop', 'nowhere', 'outside', 'self']) mkdirSync(odd.at(name));
  execFileSync('mkfifo', [odd.at('pipe', 'SKILL.md')]);
  symlinkSync('SKILL.md', odd.at('loop', 'SKILL.md'));
  symlinkSync('gone.md', odd.at('nowhere', 'SKILL.md'));
  symlinkSync('/etc/passwd', odd.at('outside', 'SKILL.md'));
  symlinkSync('.', odd.at('self', 'again'));
  const { skills, broken } = await createSkillLibrary({ roots: [{ dir: odd.dir, source: 'option' }] }).refresh();
  expect(skills.map(({ id }) => id)).toEqual(['good']);
  expect(broken.map(({ id, reason }) => `${id} ${reason.rule}`)).toEqual([
    'loop link-outside',
    'nowhere file-gone',
    'outside link-outside',
    'pipe not-a-file',
  ]);
});

/** Pieces of which front matters are made, and of which they are broken. */
const PIECES = [
  '---',
  '\n',
  '\r\n',
  '\r',
  ' ',
  '\t',
  ':',
  '- ',
  '"',
  "'",
  '[',
  ']',
  '{',
  '}',
  '|',
  '>-',
  '#',
  '&a',
  '*a',
];
const WORDS = [
  '!!js/function ',
  '!!str',
  '<<',
  '? ',
  '%YAML',
  '__proto__',
  'name',
  'description',
  'metadata',
  '机',
  '😀',
  '\0',
  '\ufeff',
  '$&',
  '\u2028',
];
const text = fc.string({ unit: fc.constantFrom(...PIECES, ...WORDS), maxLength: 60 });

describe('the parser, for any input', () => {
  it('accepts any bytes: no throw, spans in order, fences outside', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'binary' })), fc.boolean(), (given, complete) => {
        const bytes = Buffer.from(given, 'utf8');
        const span = findFrontMatter(bytes.toString('latin1'), complete);
        if (span.kind !== 'found') return;
        expect(span.yamlStart).toBeLessThanOrEqual(span.yamlEnd);
        expect(span.yamlEnd).toBeLessThan(span.bodyStart);
        expect(span.bodyStart).toBeLessThanOrEqual(bytes.length);
        readSkillFields(bytes.toString('utf8', span.yamlStart, span.yamlEnd), span.firstLine);
      }),
      { numRuns: 2_000 },
    );
  });

  it('keeps name and description as quoted, among any other lines', () => {
    const line = text.map((value) => value.replace(/[\r\n\u2028]/g, ' '));
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.array(line, { maxLength: 6 }), (value, lines) => {
        fc.pre(value.trim() !== '');
        const others = lines.map((other) => `x${other}`).filter((other) => !/^x\s*:/.test(other));
        const yaml = [`name: skill`, `description: ${JSON.stringify(value)}`, 'license: MIT', ...others].join('\n');
        const result = readSkillFields(yaml, 2);
        expect(result.kind).toBe('ok');
        if (result.kind === 'ok') expect(result.fields.name).toBe('skill');
        for (const { line: at = 0 } of result.findings) {
          expect(at).toBeGreaterThanOrEqual(2);
          expect(at).toBeLessThanOrEqual(2 + yaml.split('\n').length);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('returns any body byte for byte, and so any file it wrote itself', () => {
    const eol = fc.constantFrom('\n', '\r\n', '\r');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text, eol, fc.boolean(), (start, end, lineEnd, bom) => {
        const body = start + end;
        fc.pre(!(lineEnd === '\r' && body.startsWith('\n')));
        const head = `${bom ? '\ufeff' : ''}---${lineEnd}name: x${lineEnd}description: y${lineEnd}---${lineEnd}`;
        const bytes = Buffer.from(head + body, 'utf8');
        const span = findFrontMatter(bytes.toString('latin1'), true);
        expect(span.kind === 'found' && bytes.subarray(span.bodyStart).equals(Buffer.from(body, 'utf8'))).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});
