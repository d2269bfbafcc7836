import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { commandLine, skilldeck } from '../../../main/hosts/cli/test-kit/command-line.ts';
import { skillText } from '../../../main/skills/test-kit/skill-tree.ts';

it('switches a skill off and on: everywhere, in an environment, in a session', async () => {
  const { at, options, write } = commandLine();
  for (const name of ['pdf', 'csv']) write(`skills/${name}/SKILL.md`, skillText(name));
  const cli = (...args: string[]) => skilldeck([...args, ...options()]);
  expect(await cli('skills', 'disable', 'pdf')).toEqual({ status: 0, out: '', err: 'pdf is off.\n' });
  expect(readFileSync(at('home', 'config.jsonc'), 'utf8')).toContain('"pdf": false');
  const list = await cli('skills', 'list', '--count');
  expect(list.out.split('\n')[0]).toMatch(/SKILL +SOURCE +TOKENS +STATE +DESCRIPTION/);
  expect(list.out).toMatch(/pdf +option +\d+ +off +Does pdf/);
  const inEnvironment = await cli('skills', 'enable', 'pdf', '--env', 'default', '--json');
  expect(JSON.parse(inEnvironment.out)).toEqual({ skill: 'pdf', enabled: true, by: 'environment' });
  expect((await cli('skills', 'enable', 'pdf')).err).toBe('pdf is on.\n');
  expect(readFileSync(at('home', 'config.jsonc'), 'utf8')).not.toContain('pdf');
  expect((await cli('skills', 'disable', 'nothing')).err).toMatch(/There is no skill "nothing".*csv, pdf/);

  const ran = await cli('run', 'hello', '--json');
  const session = String(JSON.parse(ran.out.split('\n')[0] ?? '{}').session);
  expect((await cli('skills', 'disable', 'csv', '--session', session)).err).toBe('csv is off.\n');
  expect((await cli('skills', 'list', '--session', session)).out).toMatch(
    /csv +option +\d+ +off in this conversation +Does/,
  );
  expect((await cli('skills', 'list')).out).not.toContain('off');
});
