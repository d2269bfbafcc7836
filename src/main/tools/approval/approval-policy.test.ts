import { chmodSync, copyFileSync, cpSync, linkSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { parseSimpleCommand } from '../../../shared/text/simple-command.ts';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import { chooseInterpreters } from '../../runner/interpreters.ts';
import { skillSummary } from '../../skills/test-kit/skill-summary.ts';
import { answerFor, type CommandToJudge, judgeCommand } from './approval-policy.ts';

const home = tempFolder();

const bundledRoot = path.join(home, 'bundled');
const userRoot = path.join(home, 'user');
const workspace = path.join(home, 'workspaces/s');
const work = path.join(workspace, 'work');
const book = path.join(bundledRoot, 'book-flight');
const BOOK = `${book}/scripts/book_flight.py`;
const SEARCH = `${book}/scripts/search_flights.py`;
const MANAGE = `${book}/scripts/manage_bookings.py`;
const OTHER = `${userRoot}/other/scripts/run.py`;

const CONFIRM = { confirm: 'scripts/book_flight.py, scripts/manage_bookings.py cancel', 'confirm-preview': '--quote' };
const skills = [skillSummary(book, 'bundled', CONFIRM), skillSummary(path.join(userRoot, 'other'), 'user')];

for (const dir of [`${book}/scripts`, path.dirname(OTHER), work, `${workspace}/out`])
  mkdirSync(dir, { recursive: true });
writeFileSync(`${book}/SKILL.md`, 'x');
writeFileSync(BOOK, '# books');
writeFileSync(SEARCH, '# searches; then book_flight books');
writeFileSync(MANAGE, '# manages');
writeFileSync(OTHER, '# other');
writeFileSync(`${work}/notes.txt`, 'hello');
symlinkSync(BOOK, `${work}/link.py`);
symlinkSync(`${book}/scripts`, `${work}/dir`);
linkSync(BOOK, `${work}/hard.py`);
copyFileSync(BOOK, `${work}/copied.py`);
cpSync(SEARCH, `${work}/s.py`);
writeFileSync(`${work}/indirect.sh`, `python3 "$S/book"_flight.py --yes`);

const around = {
  interpreters: chooseInterpreters(
    { python3: '/usr/bin/python3', node: '/usr/bin/node', bash: '/bin/bash' },
    'linux',
    false,
  ),
  skills,
  bundledRoot,
  workspaceRoot: workspace,
  variables: { WORKSPACE_DIR: workspace, OUTPUT_DIR: `${workspace}/out`, HOME: '/root' },
  platform: 'linux' as const,
};
/** Heads each case with its command for the title, the same in every run, and gives it what differs by default. */
const named = (cases: readonly (string | readonly [command: string, more: Partial<CommandToJudge>])[]) =>
  cases.map((one) => {
    const [command, more] = typeof one === 'string' ? [one, {}] : one;
    return [command.replaceAll(home, '~'), command, more] as const;
  });
const judge = (command: string, more: Partial<CommandToJudge> = {}, skillsNow = skills) =>
  judgeCommand({ command, cwd: workspace, env: {}, ...more }, { ...around, skills: skillsNow });

describe('a simple command', () => {
  it.each([
    ['python3 /a/b.py --from 北京 x=1', ['python3', '/a/b.py', '--from', '北京', 'x=1']],
    [`  a 'b c' "d \\"e\\" f" g\\ h 'O'\\''Brien' '' \n`, ['a', 'b c', 'd "e" f', 'g h', "O'Brien", '']],
    [`a '$(x); | > *' "; & *"`, ['a', '$(x); | > *', '; & *']],
  ])('%s', (command, words) => {
    expect(parseSimpleCommand(command, 'posix')).toEqual({ words });
  });
  it.each([
    'a; b',
    'a && b',
    'a | b',
    'a & b',
    'a $(b)',
    'a `b`',
    'a "$(b)"',
    'a "`b`"',
    'a $B',
    'a "$B"',
    'a > b',
    'a < b',
    'a\nb',
    'a\rb',
    'A=1 b',
    'a *',
    'a ?',
    'a [b]',
    'a {b,c}',
    'a ~',
    'a # b',
    '(a)',
    '! a',
    'a "b',
    "a 'b",
    'a \\',
    "a $'b'",
    'a\u0000b',
    'a\u2028b',
    '',
  ])('%j is none', (command) => {
    expect(parseSimpleCommand(command, 'posix')).toHaveProperty('reason');
  });
  it('uses another shell on Windows', () => {
    expect(parseSimpleCommand(String.raw`py "C:\a b\c.py" --to SHA`, 'cmd')).toEqual({
      words: ['py', String.raw`C:\a b\c.py`, '--to', 'SHA'],
    });
    for (const command of ["py 'a b'", 'py a & b', 'py %A%', 'py "%A%"', 'py ^a', 'py a>b', String.raw`py "a\" b`]) {
      expect(parseSimpleCommand(command, 'cmd'), command).toHaveProperty('reason');
    }
  });
});

describe('a bundled script', () => {
  it.each(
    named([
      [`python3 ${SEARCH} --from PEK --to '上海'`, {}],
      [`python ${SEARCH}`, {}],
      [`skilldeck-python ${SEARCH}`, {}],
      [`python3 scripts/search_flights.py`, { cwd: book }],
      [`python3 ${MANAGE} list`, {}],
      [`python3 ${SEARCH}`, { cwd: work }],
    ]),
  )('%s is trusted in every mode', (_title, command, more) => {
    const verdict = judge(command, more);
    expect(verdict).toMatchObject({ kind: 'trusted', quote: false, call: { skill: { id: 'book-flight' } } });
    for (const mode of ['ask', 'auto', 'never'] as const)
      expect(answerFor(verdict, mode, () => false, true)).toBe('allowed');
  });

  it.each([
    ['by another interpreter form', `python3 -i ${SEARCH}`, {}],
    ['by an absolute interpreter', `/usr/bin/python3 ${SEARCH}`, {}],
    ['by the wrong interpreter', `bash ${SEARCH}`, {}],
    ['with a variable', `A=1 python3 ${SEARCH}`, {}],
    ['with an environment', `python3 ${SEARCH}`, { env: { A: '1' } }],
    ['with a redirect', `python3 ${SEARCH} > out/x`, {}],
    ['from a folder below the work folder', `python3 ${SEARCH}`, { cwd: path.join(work, 'dir') }],
    ['in a copy', `python3 work/s.py`, {}],
    ['through a link', `python3 work/dir/search_flights.py`, {}],
    ['with dots', `python3 ${book}/../book-flight/scripts/search_flights.py`, {}],
  ])('%s is not', (_name, command, more) => {
    expect(['ordinary', 'suspect']).toContain(judge(command, more).kind);
    expect(answerFor(judge(command, more), 'ask', () => false, true)).toMatch(/^ask/);
    expect(answerFor(judge(command, more), 'never', () => true, true)).toBe('refused');
  });

  it('is not trusted in a work folder that chooses its interpreter', () => {
    for (const name of ['pyproject.toml', '.python-version', 'uv.toml', '.venv']) {
      const file = path.join(work, name);
      writeFileSync(file, '');
      expect(judge(`python3 ${SEARCH}`, { cwd: work }).kind, name).toBe('ordinary');
      // The quote would be made by the interpreter that the folder chooses, and so is asked for itself.
      expect(judge(`python3 ${BOOK}`, { cwd: work }), name).toMatchObject({ quote: { as: { kind: 'ordinary' } } });
      rmSync(file);
      // A link to nowhere may lead somewhere by the time it runs.
      symlinkSync(path.join(work, 'nowhere'), file);
      expect(judge(`python3 ${SEARCH}`, { cwd: work }).kind, name).toBe('ordinary');
      rmSync(file);
    }
    expect(judge(`python3 ${SEARCH}`, { cwd: work }).kind).toBe('trusted');
  });

  it('is not trusted if its name is shadowed or its source is only claimed', () => {
    const shadow = skillSummary(path.join(userRoot, 'other'), 'bundled', {});
    expect(judge(`python3 ${OTHER}`, {}, [shadow])).toMatchObject({
      kind: 'ordinary',
      call: { script: 'scripts/run.py' },
    });
    expect(judge(`python3 ${SEARCH}`, {}, [skillSummary(path.join(userRoot, 'other'), 'user')]).kind).toBe('ordinary');
  });
});

describe('a script that needs approval', () => {
  it('asks for every run, with a preview by the same command', () => {
    const verdict = judge(`python3 ${BOOK} --offer x`);
    expect(verdict).toMatchObject({
      kind: 'confirm',
      bundled: true,
      quote: { command: `python3 ${BOOK} --offer x --quote`, as: { kind: 'trusted', quote: true } },
    });
    for (const mode of ['ask', 'auto', 'never'] as const)
      expect(answerFor(verdict, mode, () => true, true)).toBe('ask-person');
    expect(judge(`python3 ${MANAGE} --json cancel ABCDEF`)).toMatchObject({
      kind: 'confirm',
      quote: { command: expect.stringMatching(/ cancel ABCDEF --quote$/) },
    });
  });
  it('runs unasked if it only quotes, and can do no more', () => {
    expect(judge(`python3 ${BOOK} --offer x --quote --json`)).toMatchObject({ kind: 'trusted', quote: true });
  });
  it('has no quote if the flag may not count', () => {
    expect(judge(`python3 ${BOOK} --offer x --`)).toMatchObject({ kind: 'confirm' });
    expect(judge(`python3 ${BOOK} --offer x --`)).not.toHaveProperty('quote');
    expect(judge(`python3 ${BOOK} -- --quote`)).toMatchObject({ kind: 'confirm' });
    const folder = { cwd: path.join(work, 'dir') };
    expect(judge(`python3 ${BOOK}`, folder)).toMatchObject({ bundled: true, quote: { as: { kind: 'ordinary' } } });
  });
  it('has a quote of a stranger’s skill, which is a run as any other of its script', () => {
    const stranger = skillSummary(path.join(userRoot, 'other'), 'user', {
      confirm: 'scripts/run.py',
      'confirm-preview': '--quote',
    });
    const [quoted] = [skillSummary(path.join(userRoot, 'other'), 'user', { 'confirm-preview': '--quote' })];
    const plain = judge(`python3 ${OTHER} --quote`, {}, [quoted]);
    const verdict = judge(`python3 ${OTHER}`, {}, [stranger]);
    expect(verdict).toMatchObject({
      kind: 'confirm',
      bundled: false,
      quote: {
        command: `python3 ${OTHER} --quote`,
        as: { kind: 'ordinary', foreign: { skill: 'other', script: 'scripts/run.py' }, key: expect.any(String) },
      },
    });
    if (verdict.kind !== 'confirm' || verdict.quote === undefined) throw new Error('no quote');
    expect(verdict.quote.as).toMatchObject({ key: plain.kind === 'ordinary' ? plain.key : '' });
    for (const [mode, granted, answer] of [
      ['ask', false, 'ask'],
      ['ask', true, 'allowed'],
      ['auto', false, 'allowed'],
      ['never', true, 'refused'],
    ] as const)
      expect(answerFor(verdict.quote.as, mode, () => granted, true)).toBe(answer);
    expect(judge(`python3 ${OTHER} --quote`, {}, [stranger])).toMatchObject({ kind: 'confirm' });
    expect(answerFor(judge(`python3 ${OTHER}`, {}, [stranger]), 'never', () => true, true)).toBe('refused');
  });
  it.each(['scripts/renamed.py', 'scripts/run.sh', 'scripts', 'true', 'scripts/*.py', 'scripts/renamed.py pay'])(
    'asks for every script of a skill whose confirm names none that is there: %s',
    (confirm) => {
      const named = { confirm, 'confirm-preview': '--quote' };
      const verdict = judge(`python3 ${OTHER}`, {}, [skillSummary(path.join(userRoot, 'other'), 'user', named)]);
      expect(verdict).toMatchObject({ kind: 'confirm', bundled: false });
      expect(verdict).not.toHaveProperty('quote');
    },
  );

  it.each(
    named([
      `sh -c 'python3 ${BOOK} --offer x'`,
      `cd ${book}/scripts && python3 book_flight.py`,
      `cd ${bundledRoot}; cd book-flight; python3 scripts/b*.py`,
      `python3 ${BOOK} --offer x | cat`,
      `echo y | python3 ${BOOK}`,
      `/usr/bin/python3 ${BOOK}`,
      `python3 -u ${BOOK}`,
      `python3 ${book}/scripts/book_''flight.py; true`,
      `python3 ${book}/scripts/book\\_flight.py; true`,
      `python3 "${book}/scripts/book_"$'\\x66'light.py`,
      `python3 ${book}/scripts/b*.py`,
      `python3 ${bundledRoot}/*/scripts/????_flight.py`,
      `python3 ${book}/scripts/{book,x}_flight.py`,
      `X=book; python3 ${book}/scripts/\${X}_flight.py`,
      `A=${home}/bun; B=dled/book-f; C=light; python3 $A$B$C/scripts/bo*.py`,
      `P=$(echo Ym9vaw== | base64 -d); python3 $P`,
      `python3 $(ls ${book}/scripts/* | head -1)`,
      `python3 $(printf '%s' x)`,
      'eval "$(cat work/notes.txt)"',
      'cat work/notes.txt | bash',
      'cat work/notes.txt | xargs python3',
      `find ${book} -name 'b*' -exec python3 {} \\;`,
      `python3 -c "import runpy; runpy.run_path('${book}/scripts/book' + '_flight.py')"`,
      `cd ${book}/scripts; python3 -m book_flight`,
      `cp -r ${book} work/b`,
      `cp -r ${bundledRoot} work/b`,
      `ln -s ${book}/scripts work/z`,
      `python3 work/link.py`,
      `python3 work/hard.py`,
      `python3 work/copied.py`,
      `python3 work/copied`,
      `cd work && python3 -m copied`,
      `python3 work/dir/book_flight.py`,
      `bash work/indirect.sh`,
      `source work/indirect.sh`,
      `env PYTHONPATH=${book}/scripts python3 -c 'import x'`,
      `read OUTPUT_DIR < work/notes.txt; python3 $OUTPUT_DIR`,
      `python3 <(cat work/hard.py)`,
    ]),
  )('in any other form is never run without a person: %s', (_title, command) => {
    const verdict = judge(command);
    expect(verdict.kind === 'suspect' || verdict.kind === 'confirm').toBe(true);
    expect(answerFor(verdict, 'auto', () => true, true)).toBe('ask-person');
    expect(answerFor(verdict, 'ask', () => true, true)).toBe('ask-person');
  });
  it('is suspect when named through its environment or folder', () => {
    expect(judge('python3 $S', { env: { S: BOOK } }).kind).toBe('suspect');
    expect(judge('python3 b*.py', { cwd: `${book}/scripts` }).kind).toBe('suspect');
    expect(judge('cp * /tmp', { cwd: `${book}/scripts` }).kind).toBe('suspect');
  });

  it.each(
    named([
      `python3 ${SEARCH} --json > $OUTPUT_DIR/x.json`,
      `python3 ${SEARCH} | head -5`,
      `ls -l ${book}/scripts | wc -l`,
      'python3 work/own.py *.csv',
      'for f in *.csv; do python3 work/own.py "$f"; done',
      'echo $(date) > out/x && cat out/x',
      'cat data.json | python3 -m json.tool',
      `if [ -f work/notes.txt ]; then echo yes; fi`,
      "python3 - <<'EOF'\nprint(1)\nEOF",
      'npm test 2>&1 | tail',
      'git log --oneline',
    ]),
  )('an honest command is not suspected: %s', (_title, command) => {
    expect(judge(command)).toMatchObject({ kind: 'ordinary' });
    expect(answerFor(judge(command), 'auto', () => false, true)).toBe('allowed');
  });
});

describe('a script of an imported skill', () => {
  const other = path.dirname(path.dirname(OTHER));
  beforeEach(() => writeFileSync(`${other}/data.txt`, 'print(1)'));
  it.each(
    named([
      [`python3 ${OTHER} a`, {}],
      [`python3 ${OTHER} a | tail -1`, {}],
      [`bash -c 'python3 ${OTHER}'`, {}],
      [`cd ${other}/scripts && python3 run.py`, {}],
      [`cd ${other} && python3 -m scripts.run`, {}],
      ['python3 scripts/run.py', { cwd: other, env: { A: '1' } }],
      [`cp -r ${other} work/x`, {}],
      [`cat ${OTHER} > work/x`, {}],
      [`python3 ${other}/data.txt`, {}],
      [`PYTHONPATH=${other} python3 -c 'import scripts.run'`, {}],
    ]),
  )('is asked for each time where nothing confines it, and not run by --approve auto: %s', (_title, command, more) => {
    const verdict = judge(command, more);
    expect(verdict).toMatchObject({ kind: 'ordinary', foreign: { skill: 'other' } });
    const answers = (confined: boolean) =>
      (['ask', 'auto', 'never'] as const).map((mode) => answerFor(verdict, mode, () => true, confined));
    expect(answers(true)).toEqual(['allowed', 'allowed', 'refused']);
    expect(answers(false)).toEqual(['ask-person', 'refused-bare', 'refused']);
  });
  it.each(
    named([
      `cat ${OTHER} | sh`,
      `head -9 ${other}/data.txt | bash`,
      `sh -c "$(cat ${OTHER})"`,
      `ls ${OTHER} | xargs python3`,
      `cat work/notes.txt; (`,
      `bash <(cat ${OTHER})`,
      `python3 ${path.dirname(other)}/oth?r/scripts/run.py`,
      `python3 ${path.dirname(other)}/*/scripts/run.py`,
    ]),
  )('runs in no other form unasked, either: %s', (_title, command) => {
    // Both with and without a skill installed that requires approval for every run.
    for (const there of [skills, skills.filter(({ id }) => id === 'other')]) {
      const verdict = judge(command, {}, there);
      expect(answerFor(verdict, 'auto', () => true, false)).not.toBe('allowed');
    }
    expect(
      judge(
        command,
        {},
        skills.filter(({ id }) => id === 'other'),
      ),
    ).toMatchObject({ foreign: { skill: 'other' } });
    expect(judge(command, {}, [])).not.toHaveProperty('foreign');
  });
  it.each(
    named([
      `ls ${other}/scripts`,
      `cat ${OTHER} 2>/dev/null | grep x 2>&1 | head -3`,
      'git log',
      'python3 work/tool.py *.csv',
      `python3 work/tool.py ${other}/data.txt`,
    ]),
  )('is none: %s', (_title, command) => {
    expect(judge(command)).not.toHaveProperty('foreign');
    expect(answerFor(judge(command), 'auto', () => false, false)).toBe('allowed');
  });
});

describe('a grant', () => {
  beforeEach(() => writeFileSync(`${work}/tool.py`, 'print(1)'));
  const keyOf = (command: string, more: Partial<CommandToJudge> = {}) => {
    const verdict = judge(command, more);
    return verdict.kind === 'ordinary' ? verdict.key : verdict.kind;
  };
  it('covers exactly one command and the content of its script', () => {
    const key = keyOf('python3 work/tool.py a');
    expect(keyOf('python3 work/tool.py a')).toBe(key);
    expect(keyOf('python3 work/tool.py b')).not.toBe(key);
    expect(keyOf('python3 work/tool.py a', { env: { A: '1' } })).not.toBe(key);
    expect(keyOf('python3 tool.py a', { cwd: work })).not.toBe(key);
    writeFileSync(`${work}/tool.py`, 'print(2)');
    expect(keyOf('python3 work/tool.py a')).not.toBe(key);
    chmodSync(`${work}/notes.txt`, 0o644);
  });
  it('for a skill’s script covers all its arguments', () => {
    expect(keyOf(`python3 ${OTHER} a`)).toBe(keyOf(`python3 ${OTHER} b c`));
    expect(keyOf(`python3 ${OTHER} a`)).not.toBe(keyOf(`python ${OTHER} a`));
  });
  it('for a skill’s script ends with a change in a file of any name', () => {
    const key = keyOf(`python3 ${OTHER} a`);
    const odd = path.join(path.dirname(OTHER), 'desktop.ini');
    writeFileSync(odd, 'print(2)');
    expect(keyOf(`python3 ${OTHER} a`)).not.toBe(key);
    rmSync(odd);
    expect(keyOf(`python3 ${OTHER} a`)).toBe(key);
  });
  it('for a skill’s script in a repository’s folder ends with its change, not with the history’s', () => {
    const git = path.join(path.dirname(OTHER), '.git');
    mkdirSync(git);
    writeFileSync(path.join(git, 'run.py'), 'print(1)');
    const commands = [`python3 ${git}/run.py`, `python3 ${git}/run.py | tail -1`];
    const before = commands.map((command) => keyOf(command));
    writeFileSync(path.join(git, 'index'), '');
    expect(commands.map((command) => keyOf(command))).toEqual(before);
    writeFileSync(path.join(git, 'run.py'), 'print(2)');
    expect(commands.map((command, index) => keyOf(command) === before[index])).toEqual([false, false]);
    rmSync(git, { recursive: true });
  });
  it('for a skill’s script ends with any change in its folder, also of what it imports', () => {
    const helper = path.join(path.dirname(OTHER), 'helper.py');
    const commands = [`python3 ${OTHER} a`, `python3 ${OTHER} a | tail -1`];
    const before = commands.map((command) => keyOf(command));
    writeFileSync(helper, 'print("other")');
    const after = commands.map((command) => keyOf(command));
    expect(after.map((key, index) => key === before[index])).toEqual([false, false]);
    writeFileSync(helper, 'print("once more")');
    expect(commands.map((command, index) => keyOf(command) === after[index])).toEqual([false, false]);
    rmSync(helper);
    expect(commands.map((command) => keyOf(command))).toEqual(before);
  });
});

it('reads a million blanks in a command, and a long word before a variable, in one go', () => {
  expect(parseSimpleCommand(`echo ok${' '.repeat(1_000_000)}now \n`, 'posix')).toEqual({
    words: ['echo', 'ok', 'now'],
  });
  expect(judge(`cat ${'a'.repeat(500_000)}/"$X"`)).toMatchObject({ kind: 'ordinary' });
});
