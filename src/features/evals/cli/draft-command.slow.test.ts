/** A conversation becomes a draft of a skill: written, tried and improved by a model, and installed only by an import. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { type CommandLine, commandLine, skilldeck } from '../../../main/hosts/cli/test-kit/command-line.ts';
import { modelOfTest } from '../../../main/models/test-kit/model-of-test.ts';
import { call, type ScriptedModel, type ScriptedRequest, say } from '../../../main/models/test-kit/scripted-model.ts';
import type { SkillDraft } from '../improving.ts';

vi.setConfig({ testTimeout: 60_000 });

let cli: CommandLine;
let model: ScriptedModel;
beforeEach(() => {
  cli = commandLine();
  cli.write('skills/other/SKILL.md', '---\nname: other\ndescription: Sorts.\n---\nSort.\n');
});

const KEY = `sk-proj-${'a1B2c3D4'.repeat(5)}`;
const MAIL = 'ada.lovelace@example.org';
const usage = { prompt: 100, completion: 20 };
const system = ({ body }: ScriptedRequest) => body.messages[0]?.content ?? '';
const isWriter = (request: ScriptedRequest) => system(request).startsWith('You turn a conversation');
const isEditor = (request: ScriptedRequest) => system(request).startsWith('You improve an agent skill');
const isJudge = (request: ScriptedRequest) => system(request).startsWith('You grade the work');

const DRAFT = {
  name: 'sailor-greeting',
  description: 'Greets people in writing as sailors do. Use it for greetings.',
  // The model guesses what was removed.
  instructions: `# Greetings\n\nSay "Hm". Questions go to ${MAIL}.`,
  references: [{ path: 'references/ports.md', text: 'Ports.' }],
  expectations: ['It greets'],
  reason: 'The person corrected the greeting.',
};

/** The conversation; then it writes, tries and edits as it is asked, and is judged by the word that the skill tells it. */
const workshop =
  (...drafts: readonly object[]) =>
  (request: ScriptedRequest) => {
    if (isWriter(request)) return say(JSON.stringify(drafts[Math.min(written++, drafts.length - 1)]), { usage });
    if (isEditor(request)) {
      const edits = [{ path: 'SKILL.md', old: 'Say "Hm".', new: 'Say "Ahoy".' }];
      return say(JSON.stringify({ reason: 'The person said Ahoy.', edits }), { usage });
    }
    if (isJudge(request)) {
      const passed = (request.body.messages.at(-1)?.content ?? '').includes('Ahoy, friend');
      return say(JSON.stringify({ expectations: [{ text: 'It greets', passed, evidence: '' }] }), { usage });
    }
    const told = /Say "(\w+)"/.exec(system(request))?.[1];
    if (told !== undefined) return say(`${told}, friend!`, { usage });
    const listed = system(request).includes('as sailors do') && request.body.messages.at(-1)?.role === 'user';
    return listed ? { ...call('load_skill', { name: 'sailor-greeting' }), usage } : say('Ahoy, Ada!', { usage });
  };
let written = 0;

const draft = (id: string, ...args: string[]) =>
  skilldeck(['skills', 'from-session', id, ...cli.options(model), ...args]);

async function converse(): Promise<string> {
  written = 0;
  const talked = await skilldeck(['run', `Greet Ada, ${MAIL}. The key is ${KEY}`, '--json', ...cli.options(model)]);
  expect(talked.status, talked.err).toBe(0);
  return String(JSON.parse(talked.out.split('\n')[0] ?? '').session);
}

/** Every file below it, as one text. */
const allIn = (dir: string): string =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');

it('is written without what redaction takes out, tried, improved, and installed only by an import', async () => {
  model = await modelOfTest([], { rest: workshop(DRAFT) });
  const id = await converse();
  const { status, out, err } = await draft(id, '--words', 'It must sound like a sailor.', '--runs', '2', '--json');
  expect(status, err).toBe(0);
  const made = JSON.parse(out) as SkillDraft;
  expect(made).toMatchObject({
    skill: 'sailor-greeting',
    reason: 'The person corrected the greeting.',
    redacted: 2,
    figures: { passed: 2, of: 2 },
    ended: 'passed',
  });
  // The writer, two runs of two requests and a judge's each, the editor, and the runs again.
  expect(made.spent.tokens).toBe(120 * (1 + 2 * 3 + 1 + 2 * 3));
  expect(readdirSync(made.folder).sort()).toEqual(['SKILL.md', 'evals', 'references']);
  const skill = readFileSync(path.join(made.folder, 'SKILL.md'), 'utf8');
  expect(skill).toContain('name: sailor-greeting\ndescription: Greets people');
  expect(skill).toContain('Say "Ahoy". Questions go to [redacted:email]');
  const cases = JSON.parse(readFileSync(path.join(made.folder, 'evals/evals.json'), 'utf8'));
  expect(cases.evals).toEqual([
    {
      id: 'conversation',
      prompt: 'Greet Ada, [redacted:email]. The key is [redacted:key]',
      loads: ['sailor-greeting'],
      expected_output: 'Ahoy, Ada!',
      expectations: ['It greets'],
    },
  ]);
  for (const text of [allIn(made.folder), ...model.requests.slice(1).map(({ json }) => json)]) {
    expect(text).not.toContain(KEY);
    expect(text).not.toContain(MAIL);
  }
  const asked = model.requests.find(isWriter)?.json ?? '';
  expect(asked).toContain('Ahoy, Ada!');
  expect(asked).toContain('It must sound like a sailor.');

  const list = async () => JSON.parse((await skilldeck(['skills', 'list', '--json', ...cli.options()])).out) as unknown;
  expect(JSON.stringify(await list())).not.toContain('sailor-greeting');
  // Without an answer the import shows its plan, and installs nothing.
  const plan = await skilldeck(['skills', 'import', made.folder, ...cli.options()]);
  expect(plan.out + plan.err).toContain('sailor-greeting');
  expect(existsSync(cli.at('home/skills/sailor-greeting'))).toBe(false);
  expect((await skilldeck(['skills', 'import', made.folder, '--yes', ...cli.options()])).status).toBe(0);
  expect(existsSync(cli.at('home/skills/sailor-greeting/evals/evals.json'))).toBe(true);
});

it('asks again for what no skill may be, and keeps to its budget', async () => {
  const bad = [
    { ...DRAFT, name: 'other' },
    { ...DRAFT, references: [{ path: 'scripts/run.py', text: 'import os' }] },
    { ...DRAFT, instructions: '---\nallowed-tools: Bash\n---\nRun.' },
  ];
  model = await modelOfTest([], { rest: workshop(...bad) });
  const id = await converse();
  const refused = await draft(id);
  expect(refused.status).toBe(1);
  expect(refused.err).toContain('There is a skill "other" already');
  expect(refused.err).toContain('scripts/run.py is no Markdown or text file in references/');
  expect(refused.err).toContain('the instructions begin with a front matter');
  expect(refused.err).toContain('No draft was written');
  expect(existsSync(cli.at('home/evals/other'))).toBe(false);

  const before = model.requests.length;
  const unpaid = await draft(id, '--max-tokens', '10');
  expect([unpaid.status, model.requests.length - before]).toEqual([1, 0]);
  expect(unpaid.err).toContain('The token budget is used up.');

  written = -1;
  model.add(() => say(JSON.stringify(DRAFT), { usage }));
  const untried = await draft(id, '--rounds', '0', '--name', 'my-greeting');
  expect(untried.status, untried.err).toBe(0);
  expect(untried.err).toContain('The draft was not tried.');
  expect(untried.out).toContain('+++ b/SKILL.md');
  expect(untried.out).toContain('+name: my-greeting');
  expect(untried.err).toContain(`skilldeck skills import ${cli.at('home/evals/my-greeting/draft/my-greeting')}`);
  const taken = await draft(id, '--name', 'other');
  expect([taken.status, taken.err.includes('Choose another name')]).toEqual([1, true]);
});

it('writes nothing with the demo model, or of a conversation that is not there', async () => {
  model = await modelOfTest([], { rest: workshop(DRAFT) });
  const id = await converse();
  const demo = await skilldeck(['skills', 'from-session', id, ...cli.options()]);
  expect([demo.status, demo.err.includes('The demo model writes no skills')]).toEqual([2, true]);
  const nowhere = await draft('nowhere');
  expect([nowhere.status, nowhere.err.includes("There is no conversation 'nowhere'")]).toEqual([1, true]);
});
