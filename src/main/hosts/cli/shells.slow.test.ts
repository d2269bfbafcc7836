/** Completion in real shells, at a terminal. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onPath } from '../../../../scripts/lib/paths.mjs';
import { atTerminal } from './test-kit/at-terminal.ts';
import { BIN, skilldeck } from './test-kit/skilldeck.ts';

const PROMPT = 'READY> ';
const SHELLS = [
  { shell: 'bash', args: ['--norc', '--noprofile', '-i'], load: 'source <(skilldeck completion bash)' },
  {
    shell: 'zsh',
    args: ['-f', '-i'],
    load: 'autoload -U compinit; compinit -u -D; source <(skilldeck completion zsh)',
  },
  {
    shell: 'fish',
    args: ['--no-config', '-C', `function fish_prompt; printf '${PROMPT}'; end`, '-i'],
    load: 'skilldeck completion fish | source',
  },
].map((one) => ({ ...one, file: onPath([one.shell]) }));

let folder: string;
let env: Record<string, string>;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-shells-'));
  mkdirSync(path.join(folder, 'my-skills', 'bad'), { recursive: true });
  writeFileSync(path.join(folder, 'my-skills', 'bad', 'SKILL.md'), '---\nname: other\ndescription: x\n---\n');
  writeFileSync(path.join(folder, 'my-file'), '');
  env = {
    PATH: [path.dirname(BIN), '/usr/local/bin', '/usr/bin', '/bin'].join(path.delimiter),
    HOME: folder,
    SKILLDECK_HOME: path.join(folder, 'data'),
    LC_ALL: 'C.UTF-8',
    PS1: PROMPT,
    TERM: 'xterm',
    fish_features: 'no-query-term',
  };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('has a script for PowerShell that asks with the words before the cursor, and the one at it', async () => {
  const { out, status } = await skilldeck(['completion', 'powershell']);
  expect(status).toBe(0);
  expect(out).toContain('Register-ArgumentCompleter -Native -CommandName skilldeck');
  expect(out).toContain('skilldeck complete -- @before "$word"');
});

describe.each(SHELLS)('in $shell', ({ shell, args, load, file = shell }) => {
  it.skipIf(!existsSync(file))(
    'completes commands, options and folders',
    async () => {
      const { text } = await atTerminal([file, ...args], { cwd: folder, env }, [
        [PROMPT, `${load}; echo LOA''DED\r`],
        ['LOADED', ''],
        [PROMPT, 'skilldeck skil\tlin\t--forma\tjson my-s\t; echo LIN""TED\r'],
        ['LINTED', 'exit\r'],
      ]);
      expect(text).toMatch(/"checked": ?1\b/);
    },
    120_000,
  );
});
