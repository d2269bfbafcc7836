import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parseSimpleCommand } from '../../../shared/text/simple-command.ts';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import { skillSummary } from '../../skills/test-kit/skill-summary.ts';
import { isBundled } from './approval-policy.ts';
import { scanCommand } from './policy-programs.ts';

const wordsOf = (command: string) =>
  scanCommand(command, {}).commands.map(({ words }) => words.map(({ text }) => text));

it('checks substitutions at any depth', () => {
  expect(wordsOf('echo $(echo $(echo $(a b)))')).toContainEqual(['a', 'b']);
  expect(wordsOf('echo "`echo $(echo "$(a b)")`"')).toContainEqual(['a', 'b']);
});

it('clears a variable that is set to an unknown value', () => {
  const { commands } = scanCommand('X=safe; $X 1; X=$(cat f); $X 2', {});
  const [, first] = commands;
  expect(first?.words[0]).toMatchObject({ text: 'safe', dynamic: false });
  expect(commands.at(-1)?.words[0]).toEqual({ text: '', dynamic: true, prefix: '' });
});

it('treats history expansion in double quotes as no simple command', () => {
  expect(parseSimpleCommand('echo "a!b"', 'posix')).toEqual({ reason: 'it has ! inside double quotes' });
  expect(parseSimpleCommand("echo 'a!b'", 'posix')).toEqual({ words: ['echo', 'a!b'] });
});

it('reads a command that goes on in the next line as one, and nothing else with a line break', () => {
  expect(parseSimpleCommand('a.py --x "b \\\n c" \\\n  --y 1', 'posix')).toEqual({
    words: ['a.py', '--x', 'b  c', '--y', '1'],
  });
  for (const lines of ['a \\\\\nb', 'a\nb', 'a "b\nc"', "a 'b\\\nc'", 'a \\'])
    expect(parseSimpleCommand(lines, 'posix')).toHaveProperty('reason');
  expect(parseSimpleCommand('a\nb', 'posix')).toEqual({ reason: 'it has a line break or an invisible character' });
  expect(parseSimpleCommand('a \\\n b', 'cmd')).toHaveProperty('reason');
});

it('does not treat the root of the bundled skills as a bundled skill', () => {
  const root = tempFolder();
  mkdirSync(path.join(root, 'a'));
  expect(isBundled(skillSummary(path.join(root, 'a'), 'bundled'), root)).toBe(true);
  expect(isBundled(skillSummary(root, 'bundled'), root)).toBe(false);
});
