import { readFileSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import { ruleTitle, ruleWords } from '../../../shared/messages/rule-words.ts';
import { RULES } from '../../skills/lint/registry.ts';
import { type CommandLine, commandLine, skilldeck } from './test-kit/command-line.ts';
import { fakeTerminal } from './test-kit/fake-terminal.ts';

let cli: CommandLine;
beforeEach(() => {
  cli = commandLine();
});

const skill = (name: string, body = 'Fill it.\n') =>
  `---\nname: ${name}\ndescription: Fills forms 表单. Use when there is one.\n---\n${body}`;

/** The real core, from the arguments to what is printed. */
const lint = (...args: string[]) => lintIn('en_GB.UTF-8', ...args);

const lintIn = (LANG: string, ...args: string[]) =>
  skilldeck(['skills', 'lint', ...args, '--home', cli.at('home')], fakeTerminal({ env: { LANG } }));

it('prints one line per finding and a count, and exits with 1 for errors only', async () => {
  const good = cli.write('skills/forms/SKILL.md', skill('forms'));
  const bad = cli.write('skills/other/SKILL.md', skill('Other', 'See [this](gone.md). \u202Ex\n'));
  cli.write('skills/odd/SKILL.md', skill('odd', '\n'));
  expect(await lint(cli.at('skills'))).toEqual({
    status: 1,
    out: [
      `${cli.at('skills/odd/SKILL.md')}:5:1 warning empty-instructions There are no instructions. Say what to do, step by step.`,
      `${bad}:2:1 error name-format The name "Other" has capital letters. Use lowercase, such as "other".`,
      `${bad}:5:5 error reference-missing "gone.md" isn't in the skill's folder. Add the file, or correct its name.`,
      `${bad}:5:22 error invisible-characters Hidden characters (bidirectional): U+202E. Remove them.`,
      '',
    ].join('\n'),
    err: '3 skills: 3 errors, 1 warning, 0 infos.\n',
  });
  expect(await lint(good)).toEqual({ status: 0, out: '', err: 'Nothing was found in 1 skill.\n' });
  expect((await lint(cli.at('skills/odd'))).status).toBe(0);
  expect(await lint(cli.at('nowhere'))).toEqual({
    status: 2,
    out: '',
    err: `There is no folder ${cli.at('nowhere')}. Name a folder of skills, or one skill's folder.\n`,
  });
  expect((await lint('--format', 'xml')).status).toBe(2);
});

it('prints findings and fixes in the language of the terminal, and JSON in English', async () => {
  const bad = cli.write('skills/other/SKILL.md', `\ufeff${skill('other', 'See [this](gone.md).\n')}`);
  const dir = cli.at('skills');
  expect((await lintIn('zh_CN.UTF-8', dir)).out).toBe(
    `${bad}:1:1 warning byte-order-mark 文件以字节顺序标记（BOM）开头。请保存为不带 BOM 的 UTF-8。\n` +
      `${bad}:5:5 error reference-missing 这里提到“gone.md”，但技能文件夹里没有它。请添加这个文件，或改正文件名。\n`,
  );
  const json = JSON.parse((await lintIn('zh_CN.UTF-8', dir, '--json')).out);
  expect(json.findings[1]).toMatchObject({
    message: '"gone.md" isn\'t in the skill\'s folder. Add the file, or correct its name.',
    code: 'reference-missing',
    figures: { path: 'gone.md' },
  });
  expect((await lintIn('zh_CN.UTF-8', dir, '--fix')).err).toContain('第 1 行：');
});

it('prints JSON and SARIF with exact names and nothing hidden', async () => {
  const file = cli.write('a\u202Eb/SKILL.md', skill('ab'));
  const json = await lint(cli.folder, '--json');
  expect(json.status).toBe(1);
  expect(json.out).toContain('a\\u202eb/SKILL.md');
  const document = JSON.parse(json.out) as { findings: Record<string, unknown>[]; checked: number };
  expect([Object.keys(document), document.checked]).toEqual([['findings', 'checked'], 1]);
  const keys = ['file', 'line', 'column', 'severity', 'rule', 'message', 'code'];
  expect(document.findings.map((finding) => Object.keys(finding).slice(0, keys.length))).toEqual(
    document.findings.map(() => keys),
  );
  expect(document.findings[0]?.file).toBe(file);

  const sarif = JSON.parse((await lint(cli.folder, '--format', 'sarif')).out);
  const [one] = sarif.runs;
  expect(sarif.version).toBe('2.1.0');
  expect(one.results).toHaveLength(document.findings.length);
  for (const result of one.results) expect(one.tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId);
  expect(one.results[0].locations[0].physicalLocation).toEqual({
    artifactLocation: { uri: `file://${cli.folder}/a%E2%80%AEb/SKILL.md` },
    region: { startLine: 1, startColumn: 1 },
  });
});

it('shows with --dry-run what --fix would change, and writes nothing', async () => {
  const text = skill('Forms').replace('---\n', '---\nlicence: MIT\n');
  const file = cli.write('skills/forms/SKILL.md', text);
  const { status, out, err } = await lint(cli.at('skills'), '--fix', '--dry-run');
  expect(status).toBe(1);
  expect(err.split('\n').map((line) => line.split(' ').slice(0, 4).join(' '))).toEqual([
    `would fix ${file} unknown-field:`,
    `would fix ${file} name-format:`,
    '1 skill: 1 error,',
    '',
  ]);
  expect(out.split('\n').filter((line) => /^[-+][^-+]/.test(line))).toEqual([
    '-licence: MIT',
    '+license: MIT',
    '-name: Forms',
    '+name: forms',
  ]);
  expect(readFileSync(file, 'utf8')).toBe(text);
  expect((await lint('--dry-run')).status).toBe(2);
});

it('fixes with --fix and lists the changes; without a folder, checks every root', async () => {
  const file = cli.write('skills/forms/SKILL.md', `\ufeff${skill('Forms')}`);
  const { status, out, err } = await lint(cli.at('skills'), '--fix');
  expect([status, out]).toEqual([0, '']);
  expect(err.split('\n').map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
    `fixed ${file} byte-order-mark:`,
    `fixed ${file} name-format:`,
    'Nothing was found',
    '',
  ]);
  expect(readFileSync(file, 'utf8')).toBe(skill('forms'));
  const all = await lint('--skills', 'none', '--skills', cli.at('skills'), '--json');
  expect(JSON.parse(all.out)).toEqual({ findings: [], checked: 1 });
});

it('explains a rule in the language of the terminal, and lists all', async () => {
  const { why, fix } = ruleWords('byte-order-mark', 'en');
  const page = (await lint('--explain', 'byte-order-mark')).out;
  const head = ['# byte-order-mark', 'Files have no byte order mark', 'Severity: warning. Fixed by --fix.', why, fix];
  expect(page.trim()).toBe(head.join('\n\n'));
  const { out } = await lintIn('zh_CN.UTF-8', '--explain', 'all');
  expect(out.trim().split('\n')).toHaveLength(RULES.length);
  expect(out).toContain(`links error ${ruleTitle('links', 'zh')}\n`);
  const unknown = await lint('--explain', 'nothing');
  expect(unknown).toMatchObject({ status: 2, out: '' });
  expect(unknown.err).toContain('secret');
});
