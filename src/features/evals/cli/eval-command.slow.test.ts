/** Evals through the real core, answered by a model that follows the instructions it is given. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import { begin, type CommandLine, commandLine, skilldeck } from '../../../main/hosts/cli/test-kit/command-line.ts';
import { modelOfTest } from '../../../main/models/test-kit/model-of-test.ts';
import {
  call,
  hold,
  type ScriptedModel,
  type ScriptedRequest,
  say,
} from '../../../main/models/test-kit/scripted-model.ts';
import { type Benchmark, summaryOf } from '../../../shared/evals.ts';

let cli: CommandLine;
let model: ScriptedModel | undefined;
beforeEach(() => {
  cli = commandLine();
  model = undefined;
});

const SKILL = '---\nname: greet\ndescription: Greets people in writing. Use it for greetings.\n---\nSay "Ahoy".\n';

function writeSkill(cases: readonly object[], triggers: readonly object[] = []): void {
  cli.write('skills/greet/SKILL.md', SKILL);
  cli.write('skills/other/SKILL.md', '---\nname: other\ndescription: Sorts numbers.\n---\nSort them.\n');
  cli.write('skills/greet/evals/evals.json', { skill_name: 'greet', evals: cases });
  cli.write('skills/greet/evals/triggers.json', triggers);
}

const usage = { prompt: 100, completion: 20 };
const last = ({ body }: ScriptedRequest) => body.messages.at(-1);
const isJudge = ({ body }: ScriptedRequest) => (body.messages[0]?.content ?? '').startsWith('You grade the work');

/** Loads the skill where it is listed, and greets as it says; without it, greets in its own way. */
function obedient(request: ScriptedRequest) {
  const system = request.body.messages[0]?.content ?? '';
  if (system.includes('Say "Ahoy"')) return say('Ahoy, Ada!', { usage });
  if (last(request)?.role === 'user' && system.includes('Greets people')) {
    return { ...call('load_skill', { name: 'greet' }), usage };
  }
  return say('Hello, Ada.', { usage });
}

const evaluate = (...args: string[]) => skilldeck(['skills', 'eval', 'greet', ...cli.options(model), ...args]);
const read = (out: string) => JSON.parse(out) as Benchmark;

it('tries a folder that is not installed with and without it', async () => {
  writeSkill([]);
  cli.write('elsewhere/wave/SKILL.md', SKILL.replace('greet', 'wave'));
  cli.write('elsewhere/wave/evals/evals.json', {
    skill_name: 'wave',
    evals: [{ id: 1, prompt: 'Greet Ada.', loads: ['wave'], regex: ['A'] }],
  });
  const wave = (request: ScriptedRequest) => {
    const system = request.body.messages[0]?.content ?? '';
    return system.includes('Greets people') && last(request)?.role === 'user'
      ? call('load_skill', { name: 'wave' })
      : say('A');
  };
  model = await modelOfTest([], { rest: wave });
  const args = ['skills', 'eval', cli.at('elsewhere/wave'), ...cli.options(model), '--with-and-without', '--json'];
  const { status, out } = await skilldeck(args);
  expect([status, read(out).runs.map((one) => [one.configuration, one.result.passed, one.result.total])]).toEqual([
    0,
    [
      ['with_skill', 2, 2],
      ['without_skill', 1, 1],
    ],
  ]);
});

it('runs each case with and without the skill, and reports the difference to the digit', async () => {
  writeSkill([
    { id: 1, prompt: 'Greet Ada.', loads: ['greet'], regex: ['Ahoy'], expectations: ['It is friendly'] },
    { id: 'never', prompt: 'Greet Ada.', must_not_load: ['other'], regex: ['^Good day'] },
  ]);
  const grades = { expectations: [{ text: 'It is friendly', passed: true, evidence: 'Ada' }] };
  model = await modelOfTest([], {
    rest: (request) => (isJudge(request) ? say(`\`\`\`json\n${JSON.stringify(grades)}\n\`\`\``) : obedient(request)),
  });
  const junitFile = cli.at('junit.xml');
  const { status, out, err } = await evaluate('--runs', '2', '--with-and-without', '--json', '--junit', junitFile);
  expect(err).toContain('8/8');
  const { metadata, runs, run_summary, cases, notes } = read(out);
  expect(status).toBe(0);
  expect(metadata).toMatchObject({ skill_name: 'greet', evals_run: ['1', 'never'], runs_per_configuration: 2 });
  expect(
    runs.map((one) => [one.eval_id, one.configuration, one.run_number, one.result.passed, one.result.total]),
  ).toEqual([
    ['1', 'with_skill', 1, 3, 3],
    ['1', 'with_skill', 2, 3, 3],
    ['1', 'without_skill', 1, 1, 2],
    ['1', 'without_skill', 2, 1, 2],
    ['never', 'with_skill', 1, 1, 2],
    ['never', 'with_skill', 2, 1, 2],
    ['never', 'without_skill', 1, 1, 2],
    ['never', 'without_skill', 2, 1, 2],
  ]);
  // Two requests with the skill, one without: 120 tokens each.
  expect(runs.map((one) => one.result.tokens)).toEqual([240, 240, 120, 120, 240, 240, 120, 120]);
  expect(runs[0]).toMatchObject({ result: { tool_calls: 1, errors: 0 }, model: 'scripted-model' });
  expect(run_summary).toMatchObject({
    with_skill: { pass_rate: { mean: 0.75, min: 0.5, max: 1 }, tokens: { mean: 240, stddev: 0 } },
    without_skill: { pass_rate: { min: 0.5, max: 0.5 } },
    delta: { pass_rate: '+0.25', tokens: '+120' },
  });
  // Wilson's interval of 2 of 4, by its published formula.
  const { interval } = summaryOf(read(out), 'with_skill')?.pass_rate ?? { interval: [] };
  expect(interval.map((bound) => bound.toFixed(4))).toEqual(['0.1500', '0.8500']);
  expect(cases[0]).toEqual({
    eval_id: '1',
    configuration: 'with_skill',
    runs: 2,
    passed: 2,
    flaky: false,
  });
  expect(notes).toEqual(
    expect.arrayContaining([
      'Case 1: “It is friendly” always holds, on every side, so it shows nothing.',
      'Case never: “The answer matches /^Good day/” never holds, on every side, so it shows nothing.',
    ]),
  );
  const xml = readFileSync(junitFile, 'utf8');
  expect(xml).toContain('<testsuite name="greet with_skill" tests="4" failures="2"');
  // The judge sees neither the skill nor the side.
  const judged = model.requests.filter(isJudge).map(({ json }) => json);
  expect(judged).toHaveLength(4);
  for (const json of judged) expect(json).not.toMatch(/with_skill|without_skill|Say \\"Ahoy/);
  // The agent sees nothing of what is expected.
  for (const request of model.requests) if (!isJudge(request)) expect(request.json).not.toContain('It is friendly');
});

it('compares what runs met with a minimum and a baseline, though no run met everything', async () => {
  writeSkill([{ id: 'a', prompt: 'Greet Ada.', loads: ['greet'], regex: ['^Good day'] }]);
  model = await modelOfTest([], { rest: obedient });
  const { out } = await evaluate('--json');
  const pass_rate = { mean: 1 / 2, interval: [0, expect.any(Number)] };
  expect(read(out).run_summary.with_skill).toMatchObject({ pass_rate });
  const statusBelow = async (low: number): Promise<number | null> => {
    const before = {
      ...read(out).run_summary,
      with_skill: {
        ...summaryOf(read(out), 'with_skill'),
        pass_rate: {
          mean: low,
          stddev: 0,
          min: low,
          max: low,
          interval: [low, 1],
        },
      },
    };
    cli.write('last.json', { ...read(out), run_summary: before });
    return (await evaluate('--baseline', cli.at('last.json'))).status;
  };
  expect([await statusBelow(0.5), await statusBelow(0.6)]).toEqual([0, 1]);
  expect((await evaluate('--min-pass', '0.5')).status).toBe(0);
  const { status, err, out: table } = await evaluate('--min-pass', '0.6');
  expect([status, err]).toEqual([1, expect.stringContaining('--min-pass asks for 60 %; it was 50 %.')]);
  expect(table).toMatch(/with_skill +0 % +0 %–\d+ % +50 % /);
});

it('keeps its sessions out of the list, and verifiable by their ids', async () => {
  writeSkill([{ id: 'a', prompt: 'Greet Ada.', loads: ['greet'] }]);
  model = await modelOfTest([], { rest: obedient });
  const { out } = await evaluate('--json');
  const session = read(out).runs[0]?.session ?? '';
  const list = async (...args: string[]) => {
    return JSON.parse((await skilldeck([...args, '--home', cli.at('home'), '--json'])).out);
  };
  expect(await list('sessions', 'list')).toEqual({ sessions: [] });
  const { sessions } = await list('sessions', 'list', '--kind', 'eval');
  expect(sessions).toMatchObject([{ id: session, title: 'a · with_skill · 1', kind: 'eval' }]);
  expect(await list('sessions', 'verify', session)).toMatchObject({ ok: true });
});

it('resumes with finished runs kept, and keeps to a budget of tokens', async () => {
  writeSkill([{ id: 'a', prompt: 'Greet Ada.', loads: ['greet'] }]);
  const gate = hold();
  let requests = 0;
  model = await modelOfTest([], {
    rest: (request) => {
      requests += 1;
      return requests === 3 ? say([gate, '…']) : obedient(request);
    },
  });
  const same = [...cli.options(model), '--runs', '3', '--concurrency', '1', '--json'];
  const first = begin(['skills', 'eval', 'greet', ...same]);
  await model.arrived(3);
  first.terminal.interrupt();
  expect(await first.done).toBe(130);
  gate.release();
  const again = await skilldeck(['skills', 'eval', 'greet', ...same, '--continue']);
  expect(again.status).toBe(0);
  expect(again.err).toContain('1 kept from before');
  expect(read(again.out).runs.map(({ run_number }) => run_number)).toEqual([1, 2, 3]);
  const before = model.requests.length;
  const spent = await skilldeck(['skills', 'eval', 'greet', ...same, '--max-tokens', '1', '--min-pass', '1']);
  expect(spent.status).toBe(1);
  expect(read(spent.out)).toMatchObject({
    runs: [],
    notes: ['The budget of 1 tokens is spent: 3 runs were not begun.'],
  });
  expect(model.requests).toHaveLength(before);
});

it('compares with a version that was tried before, with an archive, an older import, and another skill', async () => {
  writeSkill([{ id: 'a', prompt: 'Greet Ada.', regex: ['Ahoy'] }]);
  model = await modelOfTest([], { rest: obedient });
  const first = read((await evaluate('--json')).out);
  expect(first.metadata.version).toMatch(/^[0-9a-f]{12}$/);
  const archive = cli.at('old.skill');
  expect((await skilldeck(['skills', 'export', 'greet', archive, ...cli.options()])).status).toBe(0);
  cli.write('skills/greet/SKILL.md', SKILL.replace('Ahoy', 'Hm'));
  // The second import moves the first into the trash.
  for (const source of [archive, cli.at('skills/greet')]) {
    const args = ['skills', 'import', source, '--yes', '--home', cli.at('home'), '--skills', 'none'];
    const { status: imported, err } = await skilldeck(args);
    expect(imported, err).toBe(0);
  }
  const [replaced = ''] = readdirSync(cli.at('home/trash'));
  for (const against of [first.metadata.version ?? '', archive, replaced]) {
    const { run_summary, difference, metadata, runs } = read((await evaluate('--json', '--against', against)).out);
    expect(metadata.version).not.toBe(first.metadata.version);
    expect(runs.map(({ configuration, result }) => [configuration, result.passed])).toEqual([
      ['with_skill', 0],
      ['against', 1],
    ]);
    expect(run_summary.delta).toMatchObject({ pass_rate: '-1.00' });
    expect(difference).toMatchObject({ configurations: ['with_skill', 'against'], passed: -1 });
  }
  const other = read((await evaluate('--json', '--against', 'other')).out);
  expect(other.runs.map(({ configuration }) => configuration)).toEqual(['with_skill', 'against']);
  const { status, err } = await evaluate('--against', 'nothing');
  expect([status, err.includes('There is no skill "nothing"')]).toEqual([1, true]);
});

const COPY = 'ls; ls skills/greet; cat inputs/data.txt > copy.json';

it('grades calls, files, answers to approvals, and inputs that no other run sees', async () => {
  cli.write('skills/greet/evals/in/data.txt', 'input\n');
  writeSkill([
    {
      id: 'files',
      prompt: 'Write it.',
      files: ['evals/in/data.txt'],
      answers: { approval: 'allow' },
      calls: [{ name: 'run_command', arguments: { command: COPY } }, { name: 'gone' }],
      output_files: [
        { path: '*.json', contains: 'input', schema: { type: 'object' } },
        { path: 'nothing/**', matches: '.' },
      ],
      max_tokens: 10,
    },
  ]);
  const seen: string[] = [];
  model = await modelOfTest([], {
    rest: (request) => {
      const results = request.body.messages.filter(({ role }) => role === 'tool');
      if (results.length === 0) return call('load_skill', { name: 'greet' });
      if (results.length === 1) return call('run_command', { command: COPY });
      seen.push(results[1]?.content ?? '');
      return say('Done.', { usage });
    },
  });
  const { out, status } = await evaluate('--runs', '2', '--concurrency', '1', '--min-pass', '0.5', '--json');
  const { runs } = read(out);
  expect(runs[1]?.expectations.map(({ text, passed }) => [text, passed])).toEqual([
    [`Calls run_command with ${JSON.stringify({ command: COPY })}`, true],
    ['Calls gone', false],
    ['Writes *.json', true],
    ['*.json contains “input”', true],
    ['*.json fits its schema', false],
    ['Writes nothing/**', false],
    ['nothing/** matches /./', false],
    ['Takes at most 10 tokens', false],
  ]);
  expect(status).toBe(1);
  // The second run starts without what the first one wrote.
  expect(seen).toHaveLength(2);
  expect(seen[1]).toContain('inputs');
  expect(seen[1]).not.toContain('copy.json');
  expect(seen[1]).toContain('SKILL.md');
  expect(seen[1]).not.toContain('evals');
});

it('never passes what nobody could judge', async () => {
  writeSkill([{ id: 'a', prompt: 'Greet Ada.', expectations: ['It rhymes'], judge: { rubric: 'Warm', min: 0.5 } }]);
  model = await modelOfTest([], { rest: (request) => (isJudge(request) ? say('Great work!') : obedient(request)) });
  const { out, status } = await evaluate('--json', '--min-pass', '0.1');
  expect(status).toBe(1);
  const result = read(out);
  expect(result.notes).toEqual([expect.stringContaining('nothing was graded')]);
  expect(result.run_summary.with_skill).toMatchObject({ pass_rate: { interval: [0, 1] } });
  expect((await evaluate()).out).toMatch(/with_skill +– +– +– /);
  expect(result.runs[0]).toMatchObject({
    result: { pass_rate: 0, passed: 0, failed: 0, total: 0 },
    expectations: [
      { text: 'It rhymes', passed: false, skipped: true, grader: 'judge' },
      { text: 'Warm', passed: false, skipped: true },
    ],
  });
});

it('tests triggers: by the model, or by a guess that says so', async () => {
  writeSkill(
    [],
    [
      { query: 'Write a greeting for Ada', should_trigger: true },
      { prompt: 'Sort these numbers', should_trigger: false },
      { query: 'the a of', should_trigger: true },
    ],
  );
  model = await modelOfTest([], {
    rest: (request) =>
      (last(request)?.content ?? '').includes('Sort')
        ? call('load_skill', { name: 'other' })
        : (last(request)?.content ?? '').includes('greeting')
          ? call('load_skill', { name: 'greet' })
          : say('Hm.'),
  });
  const asked = JSON.parse((await evaluate('--triggers', '--runs', '2', '--json')).out);
  expect(asked).toEqual({
    queries: [
      { query: 'Write a greeting for Ada', should_trigger: true, runs: 2, triggered: 2, instead: {} },
      { query: 'Sort these numbers', should_trigger: false, runs: 2, triggered: 0, instead: { other: 2 } },
      { query: 'the a of', should_trigger: true, runs: 2, triggered: 0, instead: {} },
    ],
    precision: 1,
    recall: 0.5,
    guess: false,
  });
  expect(model.requests[0]?.body.tools?.map((tool) => tool.function.name)).toEqual(['load_skill']);
  model = undefined;
  const guessed = JSON.parse((await evaluate('--triggers', '--json')).out);
  expect(guessed).toMatchObject({ guess: true, precision: 1, recall: 0.5 });
  expect(guessed.queries[0]).toMatchObject({ triggered: 1, matched: ['greeting'] });
});

it.each([
  ['no cases', undefined, 'there is no such file'],
  ['no JSON', '{', 'JSON'],
  [
    'two cases of one id',
    {
      skill_name: 'x',
      evals: [
        { id: 1, prompt: 'a' },
        { id: '1', prompt: 'b' },
      ],
    },
    'appears more than once',
  ],
  [
    'a file outside',
    { skill_name: 'x', evals: [{ id: 1, prompt: 'a', files: ['../../secret'] }] },
    'is outside the skill',
  ],
  ['a bad pattern', { skill_name: 'x', evals: [{ id: 1, prompt: 'a', regex: '(' }] }, "isn't a regular expression"],
])('refuses %s, and creates no session', async (_name, content, message) => {
  writeSkill([]);
  cli.write('secret', 'x');
  const file = cli.at('skills/greet/evals/evals.json');
  if (content === undefined) rmSync(file);
  else cli.write('skills/greet/evals/evals.json', content);
  const { status, err } = await evaluate();
  expect(status).toBe(2);
  expect(err).toContain(message);
  const workspaces = cli.at('home', 'workspaces');
  expect(existsSync(workspaces) ? readdirSync(workspaces) : []).toEqual([]);
});
