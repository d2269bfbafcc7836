import { symlinkSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CommandLists, UNREADABLE_LISTS } from '../../../shared/approvals.ts';
import { anyText } from '../../../shared/test-kit/any-text.ts';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import { listsSay } from './policy-lists.ts';
import { programsOf } from './policy-programs.ts';

const lists: CommandLists = {
  allow: ['git status', 'git log', 'ls', 'cat', 'head', 'jq', 'find', 'npm'],
  deny: ['curl', 'rm', 'git push', 'sudo'],
};
const say = (command: string, more: Partial<Parameters<typeof listsSay>[0]> = {}, given = lists) => {
  const word = listsSay({ command, cwd: '/w', env: {}, workspaceRoot: '/w', shell: 'posix', ...more }, given);
  return word.kind === 'deny' ? `deny ${word.rule}` : word.kind;
};

describe('refuses every spelling of a denied program, with its rule', () => {
  it.each([
    'curl x',
    '/usr/bin/curl x',
    './curl x',
    'cu""rl x',
    "c'ur'l x",
    'cu\\rl x',
    "$'\\x63url' x",
    '\\curl x',
    'ls; curl x',
    'ls && curl x',
    'ls || curl x',
    'ls | curl -T- x',
    'ls & curl x',
    'ls\ncurl x',
    '! curl x',
    'time curl x',
    '(curl x)',
    '{ curl x; }',
    'if ls; then curl x; fi',
    'for f in a; do curl $f; done',
    'while curl x; do ls; done',
    'case a in a) curl x;; esac',
    'f() { curl x; }; f',
    'echo $(curl x)',
    'echo `curl x`',
    'echo "a $(ls $(curl x)) b"',
    `echo "\${a:-$(curl x)}"`,
    'cat <(curl x)',
    'ls > >(curl -T- x)',
    'cat <<EOF\n$(curl x)\nEOF',
    'a=$(curl x)',
    'a[$(curl x)]=1',
    'echo $(( $(curl x) + 1 ))',
    '[[ -n $(curl x) ]]',
    'A=1 curl x',
    'env A=1 curl x',
    'env -i -u B A=1 curl x',
    '/usr/bin/env curl x',
    'sh -c "curl x"',
    "bash -lc 'curl x'",
    "bash -o pipefail -c 'curl x'",
    'bash -c "bash -c \'curl x\'"',
    'bash <<EOF\ncurl x\nEOF',
    "bash <<< 'curl x'",
    'eval curl x',
    'eval "ls; curl x"',
    'exec curl x',
    'command curl x',
    'builtin command curl x',
    'nohup curl x &',
    'nice -n 5 curl x',
    'timeout 5 curl x',
    'timeout -s KILL -- 5 curl x',
    'stdbuf -oL curl x',
    'setsid curl x',
    'xargs curl < list',
    'ls | xargs -n 1 -I{} curl {}',
    'find . -name x -exec curl {} \\;',
    'find . -execdir ls {} + -exec curl x {} +',
    "trap 'curl x' EXIT",
    'coproc curl x',
    '((curl x))',
    'chroot / curl x',
    'busybox curl x',
    'timeout -vs KILL 5 curl x',
    'xargs -i curl {}',
    'xargs --replace curl {}',
    'exec -la ls curl x',
    'env -iu ls curl x',
    "bash -O extglob -c 'curl x'",
    "bash --rcfile f -c 'curl x'",
    "trap -- 'curl x' EXIT",
    'setarch x86_64 curl x',
    "env -iS 'curl x'",
    "env --split='curl x'",
  ])('%s', (command) => {
    expect(say(command)).toBe('deny curl');
  });
  it.each([
    ['git push', 'deny git push'],
    ['git push origin x', 'deny git push'],
    ['git -C x push', 'ask'],
    ['git $VERB', 'ask'],
    ['xargs git', 'ask'],
    ['git status', 'allow'],
    ['sudo ls', 'deny sudo'],
    ['echo curl', 'allow'],
    ['cat curl.txt', 'allow'],
    ['$X curl', 'deny curl'],
    ['$X y', 'ask'],
    ['cat x | sh', 'ask'],
    ['cat < /dev/tcp/h/80', 'ask'],
    [`awk 'BEGIN{system("curl x")}'`, 'ask'],
    [`python3 -c 'import os; os.system("curl x")'`, 'ask'],
    ["git -c alias.x='!curl y' x", 'ask'],
    ["ssh -o ProxyCommand='curl x' h", 'ask'],
    ['tar --to-command=curl -xf x', 'ask'],
    ['ls; "curl', 'deny curl'],
    ["[[ 'a[$(curl x)]' -eq 1 ]]", 'deny curl'],
    ['$X alarm format', 'ask'],
    ['$X rm.txt', 'ask'],
    ['npm run confirm', 'silent'],
    ['gdb -ex "shell curl x"', 'ask'],
    ['start-stop-daemon --start --exec /usr/bin/curl', 'ask'],
    ['mkdir curl-notes', 'silent'],
  ])('%s → %s', (command, word) => {
    expect(say(command)).toBe(word);
  });
});

describe('runs an allowed command unasked only if all of it is allowed', () => {
  it.each([
    'git status',
    'git log --oneline | head -3',
    'cd work && ls -l',
    'ls > work/list.txt 2>&1',
    'ls 2>/dev/null; cat a',
    'timeout 5 git status',
    "bash -c 'git status && ls'",
    'env TZ=UTC git log',
    'find . -name x -exec cat {} \\;',
    'ls | xargs -n1 cat',
    'for f in *.json; do jq . "$f"; done',
    'if [ -f x ]; then cat x; fi',
    "cat <<'EOF'\ntext\nEOF",
  ])('%s', (command) => {
    expect(say(command)).toBe('allow');
  });
  it.each([
    ['an argument differs', 'git commit'],
    ['an option stands before it', 'git -c core.pager=x status'],
    ['a program of that name elsewhere', './ls'],
    ['another beside it', 'ls; make'],
    ['in a substitution', 'ls $(make)'],
    ['started by find', 'find . -exec make {} +'],
    ['started by xargs', 'ls | xargs make'],
    ['in a shell', "sh -c 'make'"],
    ['a variable in its place', '$LS'],
    ['a pattern in its place', '/bin/l?'],
    ['braces in its place', '{ls,x}'],
    ['a written file elsewhere', 'ls > /etc/x'],
    ['or not known', 'ls > $F'],
    ['or after a change of folder', 'cd / && ls > x'],
    ['or out of the workspace', 'ls > ../x'],
    ['a path of programs', 'PATH=. ls'],
    ['or set before', 'export PATH=.; ls'],
    ['or a library', 'env LD_PRELOAD=./x ls'],
    ['a function of that name', 'ls() { :; }; ls'],
    ['a loop that sets it', 'for PATH in .; do ls; done'],
    ['a default that sets it', `: "\${PATH:=.}"; ls`],
    ['read into it', 'read PATH; ls'],
    ['printed into it', 'printf -v PATH .; ls'],
    ['code in a calculation', "[[ 'a[$(make)]' -eq 1 ]] && ls"],
    ['code in a name', "[ -v 'a[$(make)]' ] && ls"],
    ['code for a later calculation', "x='a[$(make)]'; echo $((x)); ls"],
    ['an alias', "alias ls='x'; ls"],
    ['a script that is read in', '. ./x; ls'],
    ['nothing at all', '# ls'],
    ['an open quote', "ls 'x"],
    ['an open parenthesis', 'ls $('],
  ])('not: %s', (_why, command) => {
    expect(say(command, {}, { ...lists, deny: [] })).toBe('silent');
  });
  it.each([
    'exec -la ls make x',
    'env -iu ls make x',
    'xargs -i make ls',
    'xargs --replace make ls',
    "env --split='make x'",
    './b.sh',
    'cd x && ./b.sh',
    'read x < /dev/tcp/h/80',
    "git -c alias.x='!make' x",
    'git --exec-path=/x log',
    'git log --outp=/x',
    'git clone ext::sh x',
    'git log $X',
    'xargs git',
    `awk 'BEGIN{system("x")}'`,
    `awk '{print > "/x"}'`,
    'find . -delete',
    'find . -fprintf /x a',
    'tar --to-com=x -xf y',
    'tar -xIx -f y',
    'tar cf y *',
    "sed '1e make' x",
    "sed -n 's/a/b/w /x' y",
    "sed 's/a/b/e' y",
    'sort --comp=x y',
    "ssh -oProxyCommand='x' h",
    "rsync -e 'sh -c x' a b",
  ])('nor where a program is told by its own words what to start or write: %s', (command) => {
    const allow = ['ls', 'cat', 'git', './b.sh', 'awk', 'find', 'tar', 'sed', 'sort', 'ssh', 'rsync', 'xargs'];
    expect(say(command, {}, { allow, deny: [] })).toBe('silent');
  });
  it('allows what the rule itself names, with the rest of its work', () => {
    const allow = [
      'git',
      'git push origin main',
      'awk',
      'find',
      'tar',
      'sed',
      'sort',
      'make',
      'make test',
      'npm run *',
    ];
    for (const command of [
      'git commit -m "x"',
      'git push origin main',
      'git log -p --oneline -5',
      'make',
      'make test 2>&1 | tail -5',
      'npm run build -- --watch',
      'make; ls',
      'git diff --stat',
      "find . -name '*.py'",
      'sort -rn x',
    ]) {
      expect([command, say(command, {}, { allow: [...allow, 'tail', 'ls'], deny: [] })]).toEqual([command, 'allow']);
    }
  });
  it.each([
    "sed 's/a/b/;e id' x",
    "sed -n 's/one/two/p' x",
    'uniq in out',
    'xxd in out',
    "view -c '!id' x",
    'ex -s x',
    'ed -s x',
    'vi x',
    "sqlite3 :memory: '.shell id'",
    "echo '.shell id' | sqlite3",
    'sqlite3 < x',
    'echo x | { cd .; sqlite3; }',
    'echo x | bash -c sqlite3',
    "sqlite3 <<< '.shell id'",
    "gdb -ex 'shell id'",
    'gcc -wrapper id x.c',
    "make --eval='x:;id'",
    'make -n',
    'make -f x',
    'dpkg --pre-invoke=id -i x',
    'install --strip-program=./x -s a b',
    'run-parts x',
    'start-stop-daemon --start --exec ./x',
    'env --chdir=x cat y',
    'env -u GIT_CONFIG_COUNT cat y',
    'env -i cat y',
    'exec -c cat y',
    'time -o /x cat y',
    'xargs --process-slot-var=PATH cat',
    'fakeroot -l ./x.so cat y',
    'valgrind --log-file=/x cat y',
    'find . -execdir cat {} +',
    'find . -fprint0 /x',
    'find . $X',
    'tree -o x',
    'sort -T /x y',
    'file -C -m x',
    'git log --show-signature',
    'git grep -O x',
    'git add -p',
    'git commit -e',
    'git branch --edit-description',
    'git foo',
    'git fetch',
    'git -C x status',
    'git --bare status',
    'cat x > .git/config',
    'cat x > .agents/skills/x',
  ])('asks for a program whose arguments may carry others, in any form: %s', (command) => {
    const programs = command.replaceAll(/['"|;{]/g, ' ').split(/\s+/);
    const names = programs.filter((word) => /^[a-z][a-z0-9-]*$/.test(word) && !['echo', 'bash', 'cd'].includes(word));
    expect(say(command, {}, { allow: names, deny: [] })).toBe('silent');
  });
  it.each([
    'EXINIT',
    'VIMINIT',
    'OPENSSL_CONF',
    'MAKEFILES',
    'COMPILER_PATH',
    'WGETRC',
    'CURL_HOME',
    'RSYNC_RSH',
    'RIPGREP_CONFIG_PATH',
    'LUA_INIT',
    'ZDOTDIR',
    'HGRCPATH',
    'RUSTC_WRAPPER',
    'CC',
    'GOFLAGS',
    'PSQLRC',
    'GIT_DIR',
    'PATH',
    'x',
    'http_proxy',
    'LOCPATH',
  ])('asks for a variable of any kind: %s', (name) => {
    for (const command of [
      `${name}=1 cat x`,
      `${name}=1; cat x`,
      `export ${name}=1; cat x`,
      `env ${name}=1 cat x`,
      `unset ${name}; cat x`,
    ])
      expect([command, say(command)]).toEqual([command, 'silent']);
    expect(say('cat x', { env: { [name]: '1' } })).toBe('silent');
  });
  it('allows display variables such as LANG with a plain value', () => {
    for (const name of ['LANG', 'LC_ALL', 'LC_TIME', 'TZ', 'LANGUAGE']) {
      expect(say(`${name}=C.UTF-8 cat x`)).toBe('allow');
      expect(say('cat x', { env: { [name]: 'Asia/Shanghai' } })).toBe('allow');
      for (const value of ['../x', '/x', '$X', ':/x', '~/x']) expect(say(`${name}=${value} cat x`)).toBe('silent');
    }
    expect(say('for path in a; do cat x; done')).toBe('silent');
    expect(say('while read f; do cat "$f"; done')).toBe('allow');
    expect(say('read -r PATH; cat x')).toBe('silent');
  });
  it('asks for output through a link out of the workspace', () => {
    const root = tempFolder();
    symlinkSync('/tmp', path.join(root, 'out'));
    expect(say('ls > out/x', { cwd: root, workspaceRoot: root }, { ...lists, deny: [] })).toBe('silent');
    expect(say('ls > new/x', { cwd: root, workspaceRoot: root }, { ...lists, deny: [] })).toBe('allow');
  });
  it('asks for a variable of the call that changes it, and allows nothing by list on Windows', () => {
    expect(say('git status', { env: { GIT_SSH_COMMAND: 'x' } })).toBe('silent');
    expect(say('git status', { shell: 'cmd' })).toBe('silent');
    expect(say('git status & CURL.exe x', { shell: 'cmd' })).toBe('deny curl');
    expect(say('C:\\x\\c^ur"l".cmd x', { shell: 'cmd' })).toBe('deny curl');
    expect(say('npm run confirm', { shell: 'cmd' })).toBe('silent');
    expect(say('format c: & alarm', { shell: 'cmd' })).toBe('silent');
    expect(say('start rm x', { shell: 'cmd' })).toBe('ask');
    expect(say('%X% y', { shell: 'cmd' })).toBe('ask');
  });
  it('ignores empty lists', () => {
    expect(say('curl x', {}, { allow: [], deny: [] })).toBe('silent');
  });
});

it('never allows a denied program inside any nesting of shells, groups and wrappers', () => {
  const around = fc.constantFrom<(inner: string) => string>(
    (inner) => `(${inner})`,
    (inner) => `{ ${inner}; }`,
    (inner) => `ls && ${inner}`,
    (inner) => `if ls; then ${inner}; fi`,
    (inner) => `echo "$(${inner})"`,
    (inner) => `cat <(${inner})`,
    (inner) => `bash -c '${inner.replaceAll("'", "'\\''")}'`,
    (inner) => `eval '${inner.replaceAll("'", "'\\''")}'`,
  );
  fc.assert(
    fc.property(fc.array(around, { maxLength: 5 }), (layers) => {
      const command = layers.reduce((inner, wrap) => wrap(inner), 'curl x');
      expect(say(command)).toMatch(/^(deny curl|ask)$/);
      expect(say(command.replaceAll('curl x', 'ls x'))).toMatch(/^(allow|ask)$/);
    }),
  );
});
it('lets nothing run unasked when the lists cannot be read', () => {
  expect(say('ls', {}, UNREADABLE_LISTS)).toBe('ask');
});

it('reads any text without an error', () => {
  fc.assert(fc.property(anyText(), (text) => void programsOf(text)));
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom('$(', '`', '"', "'", '<<E\n', '{', '}', '(', ')', ';', '|', 'ls', ' ', '\n', '${', '<('),
      ),
      (parts) => void programsOf(parts.join('')),
    ),
  );
});
