import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApp } from '../../../app.ts';
import { makeSkillTree, type SkillTree, skillText } from '../../../skills/test-kit/skill-tree.ts';
import { fakeTerminal, run } from '../test-kit/fake-terminal.ts';

let tree: SkillTree;
beforeEach(() => {
  tree = makeSkillTree({ 's/pdf/SKILL.md': skillText('pdf'), 's/csv/SKILL.md': skillText('csv') });
});
afterEach(() => tree.remove());

/** The real core, from the arguments to what is printed. */
async function cli(...args: string[]) {
  const terminal = fakeTerminal();
  const global = ['--home', tree.at('home'), '--skills', 'none', '--skills', tree.at('s')];
  const status = await run(terminal, [...args, ...global], { createApp });
  return { status, out: terminal.out(), err: terminal.err() };
}

it('switches a skill off and on: everywhere, in an environment, in a session', async () => {
  expect(await cli('skills', 'disable', 'pdf')).toEqual({ status: 0, out: '', err: 'pdf is off.\n' });
  expect(readFileSync(tree.at('home', 'config.jsonc'), 'utf8')).toContain('"pdf": false');
  const list = await cli('skills', 'list', '--count');
  expect(list.out.split('\n')[0]).toMatch(/SKILL +SOURCE +TOKENS +STATE +DESCRIPTION/);
  expect(list.out).toMatch(/pdf +option +\d+ +off +Does pdf/);
  const inEnvironment = await cli('skills', 'enable', 'pdf', '--env', 'default', '--json');
  expect(JSON.parse(inEnvironment.out)).toEqual({ skill: 'pdf', enabled: true, by: 'environment' });
  expect((await cli('skills', 'enable', 'pdf')).err).toBe('pdf is on.\n');
  expect(readFileSync(tree.at('home', 'config.jsonc'), 'utf8')).not.toContain('pdf');
  expect((await cli('skills', 'disable', 'nothing')).err).toMatch(/There is no skill "nothing".*csv, pdf/);

  const ran = await cli('run', 'hello', '--json');
  const session = String(JSON.parse(ran.out.split('\n')[0] ?? '{}').session);
  expect((await cli('skills', 'disable', 'csv', '--session', session)).err).toBe('csv is off.\n');
  expect((await cli('skills', 'list', '--session', session)).out).toMatch(
    /csv +option +\d+ +off in this session +Does/,
  );
  expect((await cli('skills', 'list')).out).not.toContain('off');
});
