import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { formBlocks } from '../../src/shared/forms/skill-forms.ts';
import { jsonSchemas } from './json-schemas.mjs';
import { ROOT } from './paths.mjs';

const ajv = new Ajv({ strict: false });
const validators = new Map(
  [...jsonSchemas()].map(([name, text]) => [name.replace('.schema.json', ''), ajv.compile(JSON.parse(text) as object)]),
);

function faults(name: string, value: unknown): string | undefined {
  const validate = validators.get(name);
  if (validate === undefined) throw new Error(`There is no schema ${name}.`);
  return validate(value) ? undefined : ajv.errorsText(validate.errors);
}

const skills = readdirSync(path.join(ROOT, 'skills'));
const read = (...parts: string[]) => readFileSync(path.join(ROOT, 'skills', ...parts), 'utf8');
const frontMatter = (skill: string) => load(/^---\n(.*?)\n---\n/s.exec(read(skill, 'SKILL.md'))?.[1] ?? '');

describe('accept what is right', () => {
  it.each(skills)('in the bundled skill %s', (skill) => {
    expect(faults('skill', frontMatter(skill))).toBeUndefined();
    for (const name of ['evals', 'triggers']) {
      expect(faults(name, JSON.parse(read(skill, 'evals', `${name}.json`)))).toBeUndefined();
    }
  });

  it('in forms, tools and settings', () => {
    const forms = formBlocks(read('book-flight', 'forms.md')).map(({ form }) => form);
    expect(forms.length).toBeGreaterThan(0);
    for (const form of forms) expect(faults('forms', form)).toBeUndefined();
    const tool = { name: 'add', description: 'Adds.', script: 'scripts/add.py', pass: 'json' };
    expect(faults('tools', { tools: [tool] })).toBeUndefined();
    expect(faults('tools', [{ ...tool, parameters: { type: 'object', properties: {} } }])).toBeUndefined();
    const config = {
      $schema: './config.schema.json',
      language: 'zh',
      approve: 'auto',
      skills: ['/x'],
      maxContext: 1000,
    };
    expect(faults('config', config)).toBeUndefined();
    expect(faults('agents', { reader: { description: 'Reads.', tools: 'read_*', dialect: 'omni' } })).toBeUndefined();
    expect(
      faults('models', { local: { baseUrl: 'http://127.0.0.1:1/v1', model: 'm', maxContext: 8000 } }),
    ).toBeUndefined();
  });
});

describe('refuse what the program would pass over', () => {
  it.each([
    ['skill', { name: 'Book Flight', description: 'x' }],
    ['skill', { name: 'a--b', description: 'x' }],
    ['skill', { name: 'book-flight' }],
    ['skill', { name: 'a', description: 'x'.repeat(1025) }],
    ['tools', [{ name: 'add', description: 'Adds.', script: '../add.py' }]],
    ['tools', [{ name: 'add', description: 'Adds.', script: '/add.py' }]],
    ['tools', [{ name: 'add', description: 'Adds.', script: 'add.exe' }]],
    ['tools', [{ name: 'a b', description: 'Adds.', script: 'add.py' }]],
    ['tools', [{ name: 'add', description: 'Adds.', script: 'add.py', more: 1 }]],
    ['forms', { id: 'Search', title: 'x', fields: {} }],
    ['forms', { id: 'search', title: 'x', fields: {}, submit: 'x' }],
    ['config', { languages: 'zh' }],
    ['config', { language: 'fr' }],
    ['config', { maxContext: 'many' }],
    ['agents', { reader: { tool: 'x' } }],
    ['agents', { reader: 'x' }],
    ['models', { local: { baseUrl: 'localhost' } }],
    ['evals', { skill_name: 'x', evals: [{ id: 1 }] }],
    ['triggers', [{ query: 'x' }]],
  ])('%s: %j', (name, value) => {
    expect(faults(name, value)).toBeDefined();
  });
});
