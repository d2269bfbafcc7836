/** A model tries skills and proposes edits in a conversation, while a skill that asks for these tools is loaded. */
import { existsSync, readFileSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import { type CommandLine, commandLine, skilldeck } from '../../../main/hosts/cli/test-kit/command-line.ts';
import { modelOfTest } from '../../../main/models/test-kit/model-of-test.ts';
import { call, type ScriptedModel, type ScriptedRequest, say } from '../../../main/models/test-kit/scripted-model.ts';
import type { Loop } from '../improving.ts';

let cli: CommandLine;
let model: ScriptedModel;
beforeEach(() => {
  cli = commandLine();
  cli.write('skills/maker/SKILL.md', MAKER);
  cli.write('skills/greet/SKILL.md', greet('Hm'));
  cli.write('skills/greet/evals/evals.json', CASES);
});
const MAKER =
  '---\nname: maker\ndescription: Makes skills.\nallowed-tools: eval_skill propose_edit\n---\nMake and try them.\n';
const greet = (says: string, name = 'greet') =>
  `---\nname: ${name}\ndescription: Greets people.\n---\nSay "${says}".\n`;
const CASES = { skill_name: 'greet', evals: [{ id: 'a', prompt: 'Greet Ada.', regex: ['^Ahoy'] }] };

const system = ({ body }: ScriptedRequest) => body.messages[0]?.content ?? '';
const toolNames = ({ body }: ScriptedRequest) => (body.tools ?? []).map((tool) => tool.function.name);
const isTrial = ({ body }: ScriptedRequest) => body.messages.some(({ content }) => content === 'Greet Ada.');
const usage = { prompt: 100, completion: 20 };

/** In trials: loads the skill `id`, and does as it says. Elsewhere: one step after the other. */
const acting = (steps: readonly Parameters<typeof call>[], id = 'greet') => {
  const left = [...steps];
  return (request: ScriptedRequest) => {
    if (isTrial(request)) {
      const says = /Say "([^"]*)"/.exec(system(request))?.[1];
      return says === undefined ? { ...call('load_skill', { name: id }), usage } : say(`${says}, Ada!`, { usage });
    }
    const next = left.shift();
    return next === undefined ? say('Done.') : call(...next);
  };
};

const talk = (...args: string[]) => skilldeck(['run', ...cli.options(model), ...args, 'Make greet better.']);

it('offers its tools only while such a skill is loaded, and keeps what they made for the person', async () => {
  const edits = [{ path: 'SKILL.md', old: 'Say "Hm".', new: 'Say "Ahoy".' }];
  const rights = [{ path: 'SKILL.md', old: 'description: Greets people.', new: 'description: x\nallowed-tools: Bash' }];
  model = await modelOfTest([], {
    rest: acting([
      ['load_skill', { name: 'maker' }],
      ['eval_skill', { skill: 'greet', runs: 2 }],
      ['propose_edit', { skill: 'greet', reason: 'More rights.', edits: rights }],
      ['propose_edit', { skill: 'greet', reason: 'It must say Ahoy.', edits }],
      ['eval_skill', { skill: 'greet', version: 1, runs: 2 }],
      ['unload_skill', { name: 'maker' }],
    ]),
  });
  expect((await talk('--approve', 'auto')).status).toBe(0);
  const talked = model.requests.filter((request) => !isTrial(request));
  const offered = talked.map((request) => toolNames(request).filter((name) => /eval_skill|propose_edit/.test(name)));
  const both = ['eval_skill', 'propose_edit'];
  expect(offered).toEqual([[], both, both, both, both, both, []]);
  // The tried agent has neither the tools nor a word of this conversation.
  const trials = model.requests.filter(isTrial);
  expect(trials).toHaveLength(8);
  expect(trials.flatMap(toolNames)).not.toContain('eval_skill');
  for (const { json } of trials) expect(json).not.toContain('Make greet better');
  const results = talked.at(-1)?.body.messages.flatMap(({ role, content }) => (role === 'tool' ? [content ?? ''] : []));
  expect(results?.[1]).toContain('with_skill: 0 of 2 runs passed (95 %: 0 to 66 %).\n480 tokens.');
  expect(results?.[1]).toContain('- NOT MET: The answer matches /^Ahoy/ (Hm, Ada!)');
  expect(results?.[2]).toContain('only the description and when_to_use of the front matter may change');
  expect(results?.[3]).toContain('Version 1 of greet, made of 0.');
  expect(results?.[3]).toContain('-Say "Hm".\n+Say "Ahoy".');
  expect(results?.[4]).toContain('with_skill: 2 of 2 runs passed');
  expect(readFileSync(cli.at('skills/greet/SKILL.md'), 'utf8')).toBe(greet('Hm'));

  const history = await skilldeck(['skills', 'improve', 'greet', '--history', ...cli.options(), '--json']);
  expect(JSON.parse(history.out) as Loop).toMatchObject({
    ended: 'conversation',
    best: 1,
    versions: [{ number: 0 }, { number: 1, reason: 'It must say Ahoy.', figures: { passed: 2, of: 2 } }],
  });
  await skilldeck(['skills', 'improve', 'greet', '--take', '1', ...cli.options()]);
  expect(readFileSync(cli.at('skills/greet/SKILL.md'), 'utf8')).toBe(greet('Ahoy'));
});

it('tries a draft that the conversation wrote, within the tokens that it was given', async () => {
  const draft = { ...CASES, skill_name: 'wave' };
  model = await modelOfTest([], {
    rest: acting(
      [
        ['load_skill', { name: 'maker' }],
        ['write_file', { path: 'out/wave/SKILL.md', content: greet('Ahoy', 'wave') }],
        ['write_file', { path: 'out/wave/evals/evals.json', content: JSON.stringify(draft) }],
        ['eval_skill', { skill: 'out/wave', with_and_without: false }],
        ['eval_skill', { skill: 'out/wave', runs: 3, max_tokens: 1 }],
        ['propose_edit', { skill: 'out/wave', reason: 'r', edits: [{ path: 'SKILL.md', old: 'a', new: 'b' }] }],
        ['eval_skill', { skill: 'nowhere' }],
      ],
      'wave',
    ),
  });
  expect((await talk('--approve', 'auto')).status).toBe(0);
  const results = model.requests
    .at(-1)
    ?.body.messages.flatMap(({ role, content }) => (role === 'tool' ? [content ?? ''] : []));
  expect(results?.[3]).toContain('with_skill: 1 of 1 runs passed');
  expect(results?.[4]).toContain('The budget of 1 tokens is spent: 3 runs were not begun.');
  expect(results?.[5]).toContain('change its files where they are');
  expect(results?.[6]).toContain('There is no skill "nowhere"');
  expect(model.requests.filter(isTrial)).toHaveLength(2);
  expect(existsSync(cli.at('skills/wave'))).toBe(false);
});

it.each([
  ['never', 5, 'trials of skills are switched off'],
  ['ask', 5, 'there is nobody to ask here'],
])('begins no trial under --approve %s without a person', async (mode, status, why) => {
  model = await modelOfTest([], {
    rest: acting([
      ['load_skill', { name: 'maker' }],
      ['eval_skill', { skill: 'greet' }],
    ]),
  });
  const { status: ended, err } = await talk('--approve', mode);
  expect([0, status]).toContain(ended);
  expect(model.requests.filter(isTrial)).toHaveLength(0);
  const last = model.requests.at(-1)?.body.messages.at(-1)?.content;
  expect(last).toContain(why);
  if (mode === 'ask') expect(err).toContain('eval_skill');
});
