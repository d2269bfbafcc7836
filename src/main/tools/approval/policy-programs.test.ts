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

/** A command's words; `PREFIX?TEXT` is one that only the shell will know, `|` heads what reads another's output. */
const scanned = (command: string) =>
  scanCommand(command, { X: 'k', f: '1', HOME: '/root' }).commands.map(({ words, piped }) =>
    [...(piped ? ['|'] : []), ...words.map(({ text, dynamic, prefix }) => (dynamic ? `${prefix}?${text}` : text))].join(
      ' ',
    ),
  );

it.each([
  ['a | b c | { d; e; }', ['a', '| b c', '| d', '| e']],
  ['if a; then b; fi | c', ['a', 'b', '| c']],
  ['for f in x $y; do e $f; done', ['for f', 'for x', 'for ?', 'e ?']],
  ['select f in x; do e $f; done', ['for f', 'for x', 'e ?']],
  ['cat <<E\n$(rm x)\nE', ['rm x', '?', 'cat']],
  ['a > out 2> err < in', ['a out err in']],
  ['> out', ['out']],
  ['<<E\ntext\nE', ['text']],
  ['a <<< $(b c)', ['b c', 'a ?']],
  ['read X; $X', ['read X', '?']],
  ['unset -v X; $X', ['unset -v X', '?']],
  ['echo X; $X $HOME', ['echo X', 'k /root']],
  ['Z=a; Z=b; $Z', ['Z=a', 'Z=b', 'b']],
  ['Z=a; Z+=b; $Z', ['Z=a', 'Z+=b', 'ab']],
  ['Z+=b Y=$Q a; $Z$Y', ['Z+=b Y=?Y= a', 'b?b']],
  ['A=(x $(c d)); $A', ['for x', 'c d', 'for ?', 'A=?A=', '?']],
  ['A[$(c d)]=1', ['c d', 'for ?', 'A=1?A=1']],
  [`"\${X}y" \${#X} \${X:-d}`, ['for d', 'ky ? ?']],
  ['"a$Y"b a*b $"$X" $"x"', ['a?ab a?a*b k x']],
  ['~/x ~ a~', ['/root/x /root a~']],
])('reads the words of %j', (command, commands) => {
  expect(scanned(command)).toEqual(commands);
});

it('knows what is no shell language, and not by the text that a program is fed', () => {
  expect(scanCommand('a; (b', {}).isWhole).toBe(false);
  expect(scanCommand('cat <<E\n(unclosed\nE', {}).isWhole).toBe(true);
  expect(scanCommand('~/x', {}).commands[0]?.words[0]?.text).toBe('~/x');
});

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
