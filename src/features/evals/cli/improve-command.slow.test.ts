/** Improving a skill through the real core: a scripted model that acts on what it is shown, and writes edits. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { begin, type CommandLine, commandLine, skilldeck } from '../../../main/hosts/cli/test-kit/command-line.ts';
import { start } from '../../../main/hosts/cli/test-kit/skilldeck.ts';
import { modelOfTest } from '../../../main/models/test-kit/model-of-test.ts';
import {
  call,
  hold,
  type ScriptedModel,
  type ScriptedRequest,
  say,
} from '../../../main/models/test-kit/scripted-model.ts';
import type { Loop, Optimised } from '../improving.ts';

let cli: CommandLine;
let model: ScriptedModel | undefined;
beforeEach(() => {
  cli = commandLine();
  model = undefined;
});

const FILE = 'skills/greet/SKILL.md';
const skillFile = () => readFileSync(cli.at(FILE), 'utf8');
const skill = (says: string, description = 'Greets people in writing. Use it for greetings.') =>
  `---\nname: greet\ndescription: ${description}\nlicense: MIT\n---\n# Greeting\n\nSay "${says}".\n`;

const usage = { prompt: 100, completion: 20 };
const system = ({ body }: ScriptedRequest) => body.messages[0]?.content ?? '';
const user = ({ body }: ScriptedRequest) => body.messages.at(-1)?.content ?? '';
const isWriter = (request: ScriptedRequest) =>
  /^You (?:improve an agent skill|write descriptions)/.test(system(request));
const answer = (value: unknown) => say(JSON.stringify(value), { usage });

const improving = (...args: string[]) => ['skills', 'improve', 'greet', ...cli.options(model), ...args];
const improve = (...args: string[]) => skilldeck(improving(...args));

describe('the description', () => {
  const WANTED = ['Greet Ada', 'Greet Bob', 'Greet Cyd', 'Greet Dan'];
  const OTHERS = ['Sort 1 2', 'Add 1 and 2', 'Book a flight', 'Tell a joke'];
  /** Loads the skill for greetings where its description speaks of them, and for everything where it says so. */
  const chooses = (request: ScriptedRequest) => {
    const [, described = ''] = /\*\*greet\*\*: (.*)/.exec(system(request)) ?? [];
    const loads =
      described.includes('everything') || (described.includes('greetings') && user(request).includes('Greet'));
    return loads ? { ...call('load_skill', { name: 'greet' }), usage } : say('…', { usage });
  };
  beforeEach(() => {
    cli.write(FILE, skill('Ahoy', 'Does things.'));
    cli.write('skills/greet/evals/triggers.json', [
      ...WANTED.map((query) => ({ query, should_trigger: true })),
      ...OTHERS.map((query) => ({ query, should_trigger: false })),
    ]);
  });

  it('keeps what wins on the half that the writer never saw, and says how sure that is', async () => {
    const proposals = [
      { description: 'Use it for everything.', reason: 'wider' },
      { description: 'Use it for greetings.', reason: 'the word of the messages' },
    ];
    model = await modelOfTest([], {
      rest: (request) => (isWriter(request) ? answer({ descriptions: proposals }) : chooses(request)),
    });
    const { status, out, err } = await improve('--description', '--runs', '2', '--json');
    const found = JSON.parse(out) as Optimised;
    const of = (right: number) => ({ right, of: 4, rightRuns: 2 * right, runs: 8 });
    expect(status).toBe(0);
    expect(found).toMatchObject({
      sentences: { training: 4, heldOut: 4 },
      current: { description: 'Does things.', training: of(2), heldOut: of(2) },
      proposals: [
        { description: 'Use it for everything.', training: of(2) },
        { description: 'Use it for greetings.', training: of(4), heldOut: of(4) },
      ],
      best: 1,
      clear: false,
      // Eight of a half: 8 of 8 against 4 of 8 have an interval above 0.
      sentencesNeeded: 16,
      ended: 'passed',
    });
    expect(found.proposals[0]?.heldOut).toBe(undefined);
    expect(found.difference?.right).toBe(0.5);
    expect(found.difference?.interval.map((bound) => bound.toFixed(4))).toEqual(['-0.1021', '0.8500']);
    // 4 + 4 of the current one, 4 of the first proposal, 4 + 4 of the second, each twice; and the writer once.
    expect(found.spent.tokens).toBe(120 * (20 * 2 + 1));
    expect(err).toContain('4 sentences to learn from, 4 sentences held out');
    const [told, ...more] = model.requests.filter(isWriter).map(user);
    expect(more).toEqual([]);
    const seen = [...WANTED, ...OTHERS].filter((query) => told?.includes(query));
    expect([seen.length, seen.filter((query) => WANTED.includes(query)).length]).toEqual([4, 2]);
    expect(skillFile()).toBe(skill('Ahoy', 'Does things.'));
    expect(readdirSync(cli.at('home', 'evals', 'greet', 'trying'))).toEqual([]);
  });

  it('chooses a list with a budget for each sentence, as in a conversation', async () => {
    for (let count = 1; count <= 30; count += 1) {
      const about = `Sorts, adds and books number ${count} of many things that have a long description of their kind.`;
      cli.write(`skills/a-${count}/SKILL.md`, skill('Hm', about).replace('name: greet', `name: a-${count}`));
    }
    cli.write(FILE, skill('Ahoy', 'Use it for greetings, to greet people.'));
    model = await modelOfTest([], {
      rest: (request) => (isWriter(request) ? answer({ descriptions: [] }) : chooses(request)),
    });
    const { out, err } = await improve('--description', '--runs', '1', '--json', '--catalog-budget', '120');
    const { current } = JSON.parse(out || err) as Optimised;
    // Without the sentence's words the skill would not be in the list, and nothing could load it.
    expect([current.training.right, current.heldOut?.right]).toEqual([4, 4]);
    const listed = model.requests.filter((request) => system(request).includes('**greet**')).map(user);
    expect(listed.every((query) => query.includes('Greet'))).toBe(true);
  });

  it('writes the best one only when asked to', async () => {
    const descriptions = [{ description: 'Use it for greetings: "Hello".', reason: 'r' }];
    model = await modelOfTest([], {
      rest: (request) => (isWriter(request) ? answer({ descriptions }) : chooses(request)),
    });
    const { out, err } = await improve('--description', '--runs', '1', '--take-best');
    expect(out).toContain('+description: "Use it for greetings: \\"Hello\\"."');
    expect(err).toContain('Changed: SKILL.md');
    expect(skillFile()).toBe(skill('Ahoy', '"Use it for greetings: \\"Hello\\"."'));
  });

  it('keeps to its budget, and proposes nothing that it could not try', async () => {
    model = await modelOfTest([], {
      rest: (request) => (isWriter(request) ? say('I would rather not.', { usage }) : chooses(request)),
    });
    const { out } = await improve('--description', '--runs', '1', '--json');
    expect(JSON.parse(out)).toMatchObject({ best: null, proposals: [], ended: 'writer' });
    const before = model.requests.length;
    const { out: small } = await improve('--description', '--runs', '1', '--json', '--max-tokens', '1500');
    expect(JSON.parse(small)).toMatchObject({ best: null, ended: 'tokens' });
    expect(JSON.parse(small).spent.tokens).toBeLessThanOrEqual(1500);
    expect(model.requests.length - before).toBeGreaterThan(0);
  });

  it('says when the sentences are too few for two halves', async () => {
    cli.write('skills/greet/evals/triggers.json', [{ query: 'Greet Ada', should_trigger: true }]);
    model = await modelOfTest([], { rest: chooses });
    const { status, err } = await improve('--description');
    expect([status, model.requests.length]).toEqual([2, 0]);
    expect(err).toContain('at least 2 that should load it and 2 that should not');
  });
});

describe('the texts', () => {
  const JUDGED = { expectations: [{ text: 'It is friendly', passed: true, evidence: 'Ada' }] };
  /** Says what the skill says, once it is loaded. */
  const obeys = (request: ScriptedRequest) => {
    const says = /Say "([^"]*)"/.exec(system(request))?.[1];
    if (says !== undefined) return say(`${says}, Ada!`, { usage });
    return { ...call('load_skill', { name: 'greet' }), usage };
  };
  const edit = (from: string, to: string) => ({
    reason: `It said ${from}.`,
    edits: [{ path: 'SKILL.md', old: `Say "${from}".`, new: `Say "${to}".` }],
  });
  const answers = (...steps: readonly unknown[]) => {
    const left = [...steps];
    return (request: ScriptedRequest) => {
      if (system(request).startsWith('You grade the work')) return answer(JUDGED);
      if (!isWriter(request)) return obeys(request);
      const next = left.shift() ?? 'no more';
      return typeof next === 'string' ? say(next, { usage }) : answer(next);
    };
  };
  const cases = (fields: object = {}) =>
    cli.write('skills/greet/evals/evals.json', {
      skill_name: 'greet',
      evals: [{ id: 'a', prompt: 'Greet Ada.', regex: ['^Ahoy'], ...fields }],
    });
  beforeEach(() => {
    cli.write(FILE, skill('Hm'));
    cases();
  });
  const read = (out: string) => JSON.parse(out) as Loop;

  it('edits, tries and keeps every version, and touches the skill only when one is taken', async () => {
    cases({ expectations: ['It is friendly'] });
    const rights = { reason: 'r', edits: [{ path: 'SKILL.md', old: 'license: MIT', new: 'allowed-tools: Bash' }] };
    model = await modelOfTest([], {
      rest: answers(edit('Hm', 'Well'), 'Sure! Here is what I think.', rights, edit('Hm', 'Ahoy')),
    });
    const { status, out, err } = await improve('--runs', '2', '--json', '--words', 'It should sound like a sailor.');
    const { versions, best, ended, spent, id } = read(out);
    expect([status, best, ended]).toEqual([0, 2, 'passed']);
    expect(versions.map(({ number, parent, figures }) => [number, parent, figures?.passed, figures?.of])).toEqual([
      [0, null, 0, 2],
      [1, 0, 0, 2],
      // Version 1 was no better than 0, and older is better among equals.
      [2, 0, 2, 2],
    ]);
    expect(versions[2]).toMatchObject({
      reason: 'It said Hm.',
      files: [{ path: 'SKILL.md', before: skill('Hm'), text: skill('Ahoy') }],
      figures: { pass_rate: 1, tokens: 240, difference: { passed: 1 } },
    });
    expect(versions[2]?.figures?.interval.map((bound) => bound.toFixed(4))).toEqual(['0.3424', '1.0000']);
    // Six runs of two requests and one of the judge, and four answers of the writer.
    expect(spent.tokens).toBe(120 * (6 * 3 + 4));
    expect(err).toContain('not the JSON object');
    expect(err).toContain('only the description and when_to_use of the front matter may change');
    expect(skillFile()).toBe(skill('Hm'));
    const told = model.requests.filter(isWriter).map(user);
    expect(told[0]).toContain('NOT MET: The answer matches /^Ahoy/ (Hm, Ada!)');
    expect(told[0]).toContain('CALL load_skill {"name":"greet"}');
    expect(told[0]).toContain('It should sound like a sailor.');
    expect(told[1]).toContain('Version 1, made of 0: 0 of 2 runs passed. It said Hm.');

    const listed = await improve('--history', '--json');
    expect(read(listed.out)).toMatchObject({ id, best: 2, versions: { length: 3 } });
    expect((await improve('--show', '2')).out).toContain('-Say "Hm".\n+Say "Ahoy".\n');
    expect((await improve('--take', '2')).out).toBe('Changed: SKILL.md\n');
    expect(skillFile()).toBe(skill('Ahoy'));
    expect((await improve('--take', '0')).out).toBe('Changed: SKILL.md\n');
    expect(skillFile()).toBe(skill('Hm'));
    cli.write(FILE, skill('Mine'));
    const refused = await improve('--take', '2');
    expect([refused.status, skillFile()]).toEqual([1, skill('Mine')]);
    expect(refused.err).toContain('was edited since');
    expect((await improve('--take', '7')).err).toContain('There is no version 7. There are: 0, 1, 2.');
  });

  it('makes new references, and takes them away with the version', async () => {
    const edits = [
      { path: 'references/tone.md', old: '', new: 'Say "Ahoy".\n' },
      { path: 'SKILL.md', old: 'Say "Hm".', new: 'Say "Ahoy"; see references/tone.md.' },
    ];
    model = await modelOfTest([], { rest: answers({ reason: 'r', edits }) });
    await improve('--runs', '1');
    const tone = cli.at('skills/greet/references/tone.md');
    expect((await improve('--take', '1', '--json')).out).toContain('references/tone.md');
    expect(readFileSync(tone, 'utf8')).toBe('Say "Ahoy".\n');
    await improve('--take', '0');
    expect(readdirSync(path.dirname(tone))).toEqual([]);
    expect(skillFile()).toBe(skill('Hm'));
  });

  it('is stopped and continued without losing a version or a run', async () => {
    const gate = hold();
    const plan = answers(edit('Hm', 'Well'), edit('Hm', 'Ahoy'));
    let requests = 0;
    model = await modelOfTest([], {
      rest: async (request) => {
        requests += 1;
        return requests === 8 ? say([gate, '…']) : plan(request);
      },
    });
    const same = ['--runs', '2', '--concurrency', '1', '--json'];
    const first = begin(improving(...same));
    // Four requests of version 0, one of the writer, two of the first run of version 1: its second run hangs.
    await model.arrived(8);
    first.terminal.interrupt();
    expect(await first.done).toBe(130);
    gate.release();
    expect(read((await improve('--history', '--json')).out).versions.map(({ figures }) => figures?.passed)).toEqual([
      0,
      undefined,
    ]);
    const before = model.requests.length;
    const { out } = await improve(...same, '--continue');
    const loop = read(out);
    expect(loop.versions.map(({ figures }) => figures?.passed)).toEqual([0, 0, 2]);
    // One run of version 1, the writer, two runs of version 2.
    expect(model.requests.length - before).toBe(2 + 1 + 4);
    expect(loop.spent.tokens).toBe(120 * (4 + 1 + 4 + 1 + 4));
  });

  it('goes on after kill -9 with the versions and runs that it had', async () => {
    const gate = hold();
    const plan = answers(edit('Hm', 'Well'), edit('Hm', 'Ahoy'));
    let requests = 0;
    model = await modelOfTest([], {
      rest: (request) => {
        requests += 1;
        return requests === 8 ? say([gate, '…']) : plan(request);
      },
    });
    const { child, ended } = start(improving('--runs', '2', '--concurrency', '1', '--json'));
    await model.arrived(8);
    child.kill('SIGKILL');
    await ended;
    gate.release();
    const before = model.requests.length;
    const loop = read((await improve('--runs', '2', '--concurrency', '1', '--json', '--continue')).out);
    expect(loop.versions.map(({ reason, figures }) => [reason, figures?.passed, figures?.of])).toEqual([
      ['', 0, 2],
      ['It said Hm.', 0, 2],
      ['It said Hm.', 2, 2],
    ]);
    expect(model.requests.length - before).toBe(2 + 1 + 4);
    expect(loop.spent.tokens).toBe(120 * (4 + 1 + 4 + 1 + 4));
    expect(skillFile()).toBe(skill('Hm'));
  });

  it('keeps to rounds and budgets, whatever the writer says', async () => {
    model = await modelOfTest([], { rest: answers(edit('Hm', 'A'), edit('Hm', 'B'), edit('Hm', 'C')) });
    expect(read((await improve('--runs', '1', '--rounds', '2', '--json')).out)).toMatchObject({
      ended: 'rounds',
      versions: { length: 3 },
    });
    // Room for the first two runs and the writer.
    const { out } = await improve('--runs', '2', '--concurrency', '1', '--json', '--max-tokens', '20000');
    const { ended, spent } = read(out);
    expect(['tokens', 'writer']).toContain(ended);
    expect(spent.tokens).toBeLessThanOrEqual(20000);
    const none = read((await improve('--runs', '2', '--json', '--max-tokens', '1')).out);
    expect([none.ended, none.spent.tokens, none.versions.length]).toEqual(['tokens', 0, 1]);
    const dear = read((await improve('--runs', '1', '--json', '--max-cost', '1')).out);
    expect(dear.ended).toBe('no-price');
  });

  it('is not led by a judge that lies, and counts nothing of one that answers no JSON', async () => {
    cases({ expectations: ['It is friendly'] });
    model = await modelOfTest([], { rest: answers(edit('Hm', 'Well')) });
    const lied = read((await improve('--runs', '1', '--rounds', '1', '--json')).out);
    // The judge passes both versions, and the check fails both: none is better.
    expect(lied).toMatchObject({ best: 0, ended: 'rounds' });
    expect(lied.versions.map(({ figures }) => [figures?.passed, figures?.pass_rate])).toEqual([
      [0, 0.5],
      [0, 0.5],
    ]);
    const plan = answers(edit('Hm', 'Ahoy'));
    model = await modelOfTest([], {
      rest: (request) =>
        system(request).startsWith('You grade the work') ? say('Looks fine to me!', { usage }) : plan(request),
    });
    const silent = read((await improve('--runs', '1', '--json')).out);
    expect(silent).toMatchObject({ best: 1, ended: 'passed' });
    expect(silent.versions.map(({ figures }) => [figures?.passed, figures?.pass_rate])).toEqual([
      [0, 0],
      [1, 1],
    ]);
    // The judge is asked twice a run, and each of its answers counts.
    expect(silent.spent.tokens).toBe(120 * (2 * 2 + 2 * 2 + 1));
  });

  it('ends with words where the writer has nothing to say, or the model is away', async () => {
    model = await modelOfTest([], { rest: answers('no', 'no', 'no') });
    const silent = await improve('--runs', '1');
    expect([silent.status, silent.err.includes('The writer gave no usable edit')]).toEqual([0, true]);
    await model.close();
    const away = await improve('--runs', '1');
    expect(away.status).toBe(3);
    model = undefined;
    const demo = await improve('--runs', '1');
    expect([demo.status, demo.err.includes('The demo model edits no skills')]).toEqual([2, true]);
  });
});
