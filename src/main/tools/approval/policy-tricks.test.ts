/** Allowed programs and the shell's own words, by which something else would run or be written. */
import { describe, expect, it } from 'vitest';
import { listsSay } from './policy-lists.ts';

const allow = 'ls cat echo head find sort sed tar date xargs bash sh vi git rg uniq'.split(' ');
const say = (command: string, deny: readonly string[] = []) =>
  listsSay({ command, cwd: '/w', env: {}, workspaceRoot: '/w', shell: 'posix' }, { allow, deny: [...deny] }).kind;

const CODE = 'a[$(touch x)]';

describe('runs nothing unasked by', () => {
  it.each([
    // Text that a shell reads as a calculation, a name or a prompt.
    `for f in '${CODE}'; do echo $((f)); done`,
    `for f in '${CODE}'; do echo $((f + 1)); done`,
    `for f in '${CODE}'; do [[ $f -eq 1 ]]; done`,
    `for f in '${CODE}'; do [[ -v $f ]]; done`,
    `for f in '${CODE}'; do test -v "$f"; done`,
    `for f in '-v${CODE}'; do printf "$f" x; done`,
    `for f in '${CODE}'; do [ $f ]; done`,
    `for f in '${CODE}'; do wait "$f"; done`,
    `for f in '${CODE}'; do echo "\${!f}"; done`,
    `for f in '$(touch x)'; do echo "\${f@P}"; done`,
    `for f in '${CODE}'; do echo "\${HOME:f}" "\${HOME:0:f}"; done`,
    `for f in '${CODE}'; do echo "\${x[f]}" "\${x[$f]}"; done`,
    'while read -r f; do echo $((f)); done < lines',
    'echo $(( $(cat file) ))',
    'echo $[ $(cat file) ]',
    '[[ $(cat file) -eq 1 ]]',
    `ls '${CODE}'; echo $((_))`,
    `echo '${CODE}' | { read; echo $((REPLY)); }`,
    `bash -c 'echo $(($1))' x '${CODE}'`,
    // Words that xargs replaces in code.
    "echo 'touch x' | xargs -I ls bash -c ls",
    "echo 'a; touch x' | xargs -I{} sh -c 'cat {}'",
    "echo 'a; touch x' | xargs -i sh -c 'cat {}'",
    "echo 'a; touch x' | xargs -n1 -icat sh -c 'echo cat'",
    "echo 'a; touch x' | xargs --replace sh -c 'cat {}'",
    "echo 'a; touch x' | xargs --replace=cat sh -c 'echo cat'",
    // Options of shells that read a file first, or take the code's place.
    'bash --rcfile work/rc -ic ls',
    'bash -ic ls',
    "bash -c -o vi 'touch x'",
    "bash -co vi 'touch x'",
    // Files named as programs that start others.
    './env ls',
    'work/timeout 5 ls',
    '/w/nohup ls',
    './bash -c ls',
    '/tmp/xargs ls',
    // Commands that do more than show.
    'git status --ignore-submodules=none',
    'git diff --submodule=diff',
    'git grep --recurse-submodules x',
    'git branch -D main',
    'git branch --force main x',
    'git tag -d v1',
    'git tag -s v1 -m x',
    'date 010100002030',
    'cd /tmp && tar xf /w/a.tar',
    'cd /elsewhere && git commit -m x',
  ])('%s', (command) => {
    expect(say(command)).toBe('silent');
  });
});

it('asks about a denied name in text that is evaluated', () => {
  expect(say("for f in 'a[$(curl x)]'; do echo $((f)); done", ['curl'])).toBe('ask');
  expect(say("bash -c -o vi 'curl x'", ['curl'])).toBe('deny');
  expect(say("echo 'curl x' | xargs -I ls bash -c ls", ['curl'])).toBe('deny');
});

it.each([
  'for ((i = 0; i < 3; i++)); do ls; done',
  'echo $((1 + 2 * 3))',
  `while read -r l; do [ "$l" = x ] && echo "\${l%.txt}" "\${#l}" "\${l:0:3}"; done < a.txt`,
  'for f in a b; do [[ -f $f ]] && cat "$f"; done',
  'ls | xargs -I{} cat {}',
  'bash -lc "ls -la"',
  "bash -euo pipefail -c 'ls | head'",
  '/usr/bin/env ls',
  'date -d 20260101 +%F',
  'git branch -a',
  'git tag -l',
])('still runs what is harmless unasked: %s', (command) => {
  expect(say(command)).toBe('allow');
});
