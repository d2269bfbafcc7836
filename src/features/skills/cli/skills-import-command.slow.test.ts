import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import { type CommandLine, commandLine, skilldeck } from '../../../main/hosts/cli/test-kit/command-line.ts';
import { type FakeTerminal, fakeTerminal } from '../../../main/hosts/cli/test-kit/fake-terminal.ts';
import { importPlanSchema } from '../../../shared/skills/skill-import.ts';

let cli: CommandLine;
beforeEach(() => {
  cli = commandLine();
});

const skill = (body: string) =>
  `---\nname: forms\ndescription: Fills forms 表单. Use when there is one.\nlicense: MIT\n---\n${body}`;

/** The real core, from the arguments to what is printed. */
const skills = (args: readonly string[], terminal?: FakeTerminal) =>
  skilldeck(['skills', ...args, '--home', cli.at('home')], terminal);

it('shows the plan, and installs only after a yes', async () => {
  cli.write('src/forms/SKILL.md', skill('Call `skill_run`.\n'));
  cli.write('src/forms/scripts/fill.sh', 'echo \u001b[31m "$1"\n');
  const shown = await skills(['import', cli.at('src')]);
  expect([shown.status, shown.err]).toEqual([
    5,
    'Nothing was installed: no terminal to ask in. Use --yes to install.\n',
  ]);
  expect(shown.out).toContain(
    [
      `From ${cli.at('src')}`,
      `into ${cli.at('home/skills')}`,
      '',
      'forms',
      '  Fills forms 表单. Use when there is one.',
    ].join('\n'),
  );
  for (const line of ['  licence: MIT', '  scripts: scripts/fill.sh', '    SKILL.md (99 bytes)']) {
    expect(shown.out.split('\n').map((one) => one.replace(/\(\d+\)/, '(99 bytes)'))).toContain(line);
  }
  expect(shown.out).toMatch(/^ {2}tokens: \d+ in the catalog, \d+ when loaded$/m);
  expect(existsSync(cli.at('home/skills'))).toBe(false);

  const no = fakeTerminal({ tty: true });
  const declined = skills(['import', cli.at('src')], no);
  await no.says('Install 1 skill? [y] yes  [N] no: ');
  no.type('\r');
  expect((await declined).status).toBe(5);
  const yes = fakeTerminal({ tty: true });
  const agreed = skills(['import', cli.at('src')], yes);
  await yes.says('[N] no: ');
  yes.type('y\r');
  expect((await agreed).status).toBe(0);
  expect(readFileSync(cli.at('home/skills/forms/SKILL.md'), 'utf8')).toBe(skill('Call `skill_run`.\n'));
});

it('updates with a difference, exports, uninstalls and restores, in JSON too', async () => {
  const file = cli.write('src/forms/SKILL.md', skill('One.\n'));
  const first = JSON.parse((await skills(['import', cli.at('src/forms'), '--yes', '--json'])).out);
  expect(importPlanSchema.parse(first.plan).skills.map(({ id }) => id)).toEqual(['forms']);
  expect(first.installed).toMatchObject([{ id: 'forms', path: cli.at('home/skills/forms') }]);
  expect(await skills(['update', 'forms'])).toMatchObject({ status: 0, err: 'Already installed; nothing to do.\n' });
  writeFileSync(file, skill('Two.\n'));
  const update = await skills(['update', 'forms', '--yes']);
  expect(update.status).toBe(0);
  expect(update.out).toContain('    -One.\n    +Two.\n');
  expect(update.err).toMatch(/^forms was replaced in .*skilldeck skills restore /);

  const changed = /changed since import/;
  const shown = await skills(['show', 'forms']);
  expect([shown.out.includes(`imported from: ${cli.at('src/forms')}`), changed.test(shown.out)]).toEqual([true, false]);
  writeFileSync(cli.at('home/skills/forms/notes.md'), 'Not from there.\n');
  expect((await skills(['show', 'forms'])).out).toMatch(changed);
  expect(JSON.parse((await skills(['show', 'forms', '--json'])).out)).toMatchObject({
    origin: { status: 'changed-outside', origin: { kind: 'folder', address: cli.at('src/forms') } },
  });
  rmSync(cli.at('home/skills/forms/notes.md'));

  expect((await skills(['export', 'forms', cli.at('forms.skill')])).status).toBe(0);
  const gone = JSON.parse((await skills(['uninstall', 'forms', '--json'])).out);
  expect([gone.id, existsSync(cli.at('home/skills/forms'))]).toEqual(['forms', false]);
  expect((await skills(['restore', gone.entry])).err).toBe(`Restored forms to ${cli.at('home/skills/forms')}.\n`);
  await skills(['uninstall', 'forms']);
  expect((await skills(['import', cli.at('forms.skill'), '--yes'])).status).toBe(0);
  expect(readFileSync(cli.at('home/skills/forms/SKILL.md'), 'utf8')).toBe(skill('Two.\n'));
});

it('asks separately about a name that equals or resembles another skill’s; --yes does not answer it', async () => {
  const named = (name: string) => skill('Body\n').replace('name: forms', `name: ${name}`);
  for (const name of ['book-flight', 'bооk-flight']) {
    cli.write(`src/${name}/SKILL.md`, named(name));
    const refused = await skills(['import', cli.at('src', name), '--yes']);
    expect([refused.status, existsSync(cli.at('home/skills', name))]).toEqual([1, false]);
    expect(refused.err).toContain('--shadow');
    expect((await skills(['import', cli.at('src', name), '--yes', '--shadow'])).status).toBe(0);
  }
  const spelled = 'bооk-flight = b[U+043E][U+043E]k-flight';
  expect((await skills(['show', 'bооk-flight'])).out.split('\n')[0]).toBe(spelled);
  expect((await skills(['list'])).out).toContain(spelled);
  const listed = await skills(['list', '--json']);
  const rules = JSON.parse(listed.out).diagnostics.filter(({ rule }: { rule: string }) => rule === 'name-confusable');
  expect(rules).toHaveLength(1);
});

it('installs what it can and says what not; takes and leaves out by name', async () => {
  for (const name of ['book-flight', 'one', 'two'])
    cli.write(`src/.curated/${name}/SKILL.md`, skill('B\n').replace('name: forms', `name: ${name}`));
  cli.write('src/bad/SKILL.md', '');
  cli.write('src/.curated/one/more/inner/SKILL.md', skill('B\n'));
  const some = await skills(['import', cli.at('src'), '--yes', '--json']);
  const said = JSON.parse(some.out);
  expect([some.status, said.installed.map(({ id }: { id: string }) => id), said.nested]).toEqual([
    0,
    ['one', 'two'],
    ['.curated/one/more/inner'],
  ]);
  expect(said.skipped.map(({ id }: { id: string }) => id)).toEqual(['bad', 'book-flight']);
  expect(said.skipped[1].reason).toContain('same name as another skill');
  expect(some.err).toContain('--except book-flight');
  expect(await skills(['import', cli.at('src'), '--yes', '--skill', 'two,one'])).toMatchObject({ status: 0 });
  const none = await skills(['import', cli.at('src'), '--yes', '--except', 'one', '--except', 'two', '--json']);
  expect([none.status, JSON.parse(none.out).installed]).toEqual([1, []]);
  const lint = await skills(['lint', cli.at('src')]);
  expect([lint.status, lint.err]).toEqual([1, expect.stringMatching(/^4 skills/)]);
  cli.write('empty/node_modules/a/SKILL.md', skill('B\n'));
  const passed = await skills(['lint', cli.at('empty')]);
  expect([passed.status, passed.out]).toEqual([1, expect.stringContaining('in packages or caches')]);
});

it('reports a refusal or wrong usage in one line', async () => {
  const bundled = await skills(['uninstall', 'book-flight']);
  expect([bundled.status, bundled.err.split('\n').length]).toEqual([2, 2]);
  expect(bundled.err).toContain("not in the app's folder");
  const nothing = await skills(['import', cli.write('a.zip', 'no archive'), '--yes']);
  expect(nothing).toMatchObject({
    status: 1,
    out: '',
    err: expect.stringMatching(/^This isn't an archive of a skill\..*Nothing was imported\.\n$/),
  });
  expect(await skills(['import', cli.at('nowhere')])).toMatchObject({
    status: 2,
    out: '',
    err: expect.stringMatching(/^There is no /),
  });
  expect(await skills(['restore', 'nobody'])).toMatchObject({
    status: 1,
    err: expect.stringMatching(/^Nothing named "nobody" was uninstalled/),
  });
  expect((await skills(['import'])).status).toBe(2);
});
