import { expect, it } from 'vitest';
import { COMMAND_FILES, commandsNamed } from './index.ts';

it('names the commands of each file as the file does', async () => {
  for (const [names, load] of COMMAND_FILES) expect((await load()).map(({ name }) => name)).toEqual(names);
});

it('loads what the words may name', async () => {
  const named = async (...words: string[]) => new Set((await commandsNamed(words)).map(({ name }) => name));
  expect(await named('run', 'Hello')).toEqual(new Set(['run']));
  expect(await named('skills', 'lint', 'a folder')).toEqual(new Set(['skills lint']));
  const skills = await named('skills', 'lnt');
  expect([skills.has('skills lint'), skills.has('skills publish'), skills.has('run')]).toEqual([true, true, false]);
  expect(await named()).toEqual(await named('rnu'));
});
