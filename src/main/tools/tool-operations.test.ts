import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { DIALECTS } from '../../shared/events.ts';
import { callsInstead, callWords, OPERATIONS, operationsOf, toolsFor } from '../../shared/tool-operations.ts';
import { ASKING, DIALECT_TOOLS } from './registry.ts';

const offered = (dialect: (typeof DIALECTS)[number]) => [...DIALECT_TOOLS[dialect], ...(ASKING[dialect] ?? [])];
const CALLERS = DIALECTS.flatMap((dialect) => offered(dialect).map(({ name }) => name));

it.each(DIALECTS)('names only tools and fields that %s has', (dialect) => {
  for (const operation of OPERATIONS) {
    for (const call of toolsFor(operation).flatMap((name) => callsInstead(name, dialect))) {
      const tool = offered(dialect).find(({ name }) => name === call.tool);
      const fields = Object.keys((tool?.parameters.properties ?? {}) as object);
      expect(fields, callWords(call)).toEqual(expect.arrayContaining([...call.fields]));
    }
  }
});

it('knows the purpose of every tool in every dialect, except how to type into a program', () => {
  const unknown = new Set(CALLERS.filter((name) => operationsOf(name).length === 0));
  expect([...unknown]).toEqual(['skill_write_stdin', 'skill_poll_session', 'skill_kill_session']);
});

it.each([
  ['load_skill_reference', 'trpc', ['skill_select_docs{skill, docs}']],
  ['load_skill_reference', 'standard', ['read_file{path}']],
  ['load_skill_through_path', 'omni', ['load_skill{name}', 'load_skill_reference{skill_name, ref_path}']],
  ['load_skill_through_path', 'agent-core', ['skill{skill}', 'read_file{path}']],
  ['skill_run', 'agentscope', ['execute_shell_command{command}']],
  ['read_file', 'trpc', ['skill_run{skill, command}']],
  ['Bash', 'agent-core', ['bash{command}']],
  ['unload_skill', 'agentscope', []],
  ['nonsense', 'omni', []],
  ['constructor', 'omni', []],
] as const)('translates %s in %s to %j', (name, dialect, calls) => {
  expect(callsInstead(name, dialect).map(callWords)).toEqual(calls);
});

it('bundled skills describe what to do and name no tool for it', () => {
  const root = path.resolve('skills');
  // "skill", "bash" and "grep" are words of the language too.
  const names = [...new Set(CALLERS)].filter((name) => name.includes('_'));
  const texts = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));
  expect(texts.length).toBeGreaterThan(8);
  const found = texts.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    return names.filter((name) => new RegExp(`\\b${name}\\b`).test(text)).map((name) => `${file}: ${name}`);
  });
  expect(found).toEqual([]);
});
