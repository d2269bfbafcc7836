/** A skill that fitted and was not loaded: from its file, over the lines of a run, to the figure in the list. */
import { expect, it } from 'vitest';
import { commandLine, skilldeck } from '../../../main/hosts/cli/test-kit/command-line.ts';
import { lines } from '../../../main/hosts/cli/test-kit/skilldeck.ts';
import { modelOfTest } from '../../../main/models/test-kit/model-of-test.ts';
import { call, say } from '../../../main/models/test-kit/scripted-model.ts';

const skill = (name: string, description: string, more = '') =>
  `---\nname: ${name}\ndescription: ${description}\n${more}---\nDo it.\n`;
const MERGE = 'Merge these PDF files into one document';

it('logs it once in a conversation, before the end of the run, and counts it by skill', {
  timeout: 120_000,
}, async () => {
  const cli = commandLine();
  cli.write('skills/pdf/SKILL.md', skill('pdf', 'Merges, splits and fills PDF files and documents.'));
  cli.write('skills/xlsx/SKILL.md', skill('xlsx', 'Formulas and charts in a spreadsheet or workbook.'));
  cli.write('skills/mine/SKILL.md', skill('mine', 'Waters house plants.', 'disable-model-invocation: true\n'));
  const evals = [{ id: 'a', prompt: MERGE, regex: 'No' }];
  cli.write('skills/pdf/evals/evals.json', { skill_name: 'pdf', evals });
  const refused = call('load_skill', { name: 'xlsx', section: 'Nowhere' });
  const answers = [
    say('No.'),
    say('No.'),
    say('Hello.'),
    say('No.'),
    refused,
    say('No.'),
    call('load_skill', { name: 'pdf' }),
  ];
  const model = await modelOfTest([...answers, say('Merged.'), say('No.'), say('No.'), say('No.'), say('No.')]);
  const run = async (text: string, ...more: string[]) => {
    const { out } = await skilldeck(['run', text, '--json', ...more, ...cli.options(model)]);
    return lines(out);
  };
  const missed = async () => {
    const { out } = await skilldeck(['skills', 'list', '--json', ...cli.options()]);
    return Object.fromEntries(
      JSON.parse(out).skills.map((one: { id: string; missed: number }) => [one.id, one.missed]),
    );
  };

  const first = await run(MERGE);
  expect(first.map(({ type }) => type).slice(-4)).toEqual([
    'model-responded',
    'skill-missed',
    'state-changed',
    'run-finished',
  ]);
  expect(first.at(-3)).toMatchObject({ skill: 'pdf', score: 3.15 });
  const session = String(first[0]?.['session']);
  const again = async (text: string) => (await run(text, '--session', session)).map(({ type }) => type);
  expect(await again('Split this PDF file, and merge those')).not.toContain('skill-missed');
  expect(await again('Hello')).not.toContain('skill-missed');
  const chart = 'Put formulas and a chart into the workbook';
  const { err } = await skilldeck(['run', chart, '--session', session, ...cli.options(model)]);
  expect(err).toContain('xlsx looks made for this message, and wasn’t loaded');
  expect(await missed()).toEqual({ mine: 0, pdf: 1, xlsx: 1 });

  // A load that was tried, and one that was made, are no miss; nor is what models may not load, or the person turned off.
  expect((await run(chart)).map(({ type }) => type)).not.toContain('skill-missed');
  expect((await run(MERGE)).map(({ type }) => type)).not.toContain('skill-missed');
  await run('Water my house plants, mine');
  await skilldeck(['skills', 'disable', 'pdf', ...cli.options()]);
  await run(MERGE);
  await skilldeck(['skills', 'enable', 'pdf', ...cli.options()]);
  await skilldeck(['skills', 'eval', 'pdf', ...cli.options(model), '--json']);
  cli.write('home/config.jsonc', { missedSkills: false });
  await run(MERGE);
  expect(await missed()).toEqual({ mine: 0, pdf: 1, xlsx: 1 });
  const { out: shown } = await skilldeck(['skills', 'list', ...cli.options()]);
  expect(shown).toMatch(/pdf +option .*missed 1×.* Merges/);
  expect(shown).not.toMatch(/mine .*missed/);
});
