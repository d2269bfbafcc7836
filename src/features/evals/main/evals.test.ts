import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Core } from '../../../main/core/core.ts';
import { tempFolder } from '../../../main/lib/test-kit/temp-folder.ts';
import type { EvalRun } from '../../../shared/evals.ts';
import type { CatalogEntry, EventBody, SessionEvent } from '../../../shared/events.ts';
import { benchmark, newcombe, spreadOf, wilson } from './benchmark.ts';
import { openEval, pastEvals, writeMark } from './evaluate.ts';
import { interruptedOf, putAside } from './handlers.ts';
import { figuresOf, openHistory } from './history.ts';
import { configurationsOf, factsOf } from './runs.ts';
import { guess } from './triggers.ts';
import { findVersion, keepVersion } from './versions.ts';

const run = (number: number, passes: readonly boolean[], configuration = 'with_skill'): EvalRun => {
  const passed = passes.filter(Boolean).length;
  const failed = passes.length - passed;
  const counts = { pass_rate: passed / passes.length, passed, failed, total: passes.length };
  return {
    eval_id: 'a',
    configuration,
    run_number: number,
    model: 'm',
    session: `s${number}`,
    result: { ...counts, time_seconds: number, tokens: 10 * number, tool_calls: 0, errors: 0 },
    expectations: passes.map((ok, index) => ({ text: `e${index}`, passed: ok, evidence: '', grader: 'text' })),
  };
};

it('computes spreads and intervals as published', () => {
  expect(spreadOf([2, 4, 4, 4, 5, 5, 7, 9])).toEqual({ mean: 5, stddev: Math.sqrt(32 / 7), min: 2, max: 9 });
  expect(spreadOf([3])).toEqual({ mean: 3, stddev: 0, min: 3, max: 3 });
  const rounded = (passed: number, trials: number) => wilson(passed, trials).map((bound) => Number(bound.toFixed(4)));
  expect(rounded(0, 10)).toEqual([0, 0.2775]);
  expect(rounded(10, 10)).toEqual([0.7225, 1]);
  expect(rounded(81, 263)).toEqual([0.2553, 0.3662]);
  expect(wilson(0, 0)).toEqual([0, 1]);
});

it('counts a run as passed only whole, and names flaky cases', () => {
  const metadata = { skill_name: 's', executor_model: 'm', timestamp: '', evals_run: ['a'], runs_per_configuration: 2 };
  const runs = [run(2, [true, false]), run(1, [true, true])];
  const { run_summary, cases } = benchmark({ metadata, configurations: ['with_skill'], runs });
  expect(run_summary).toMatchObject({ with_skill: { pass_rate: { mean: 0.75 }, tokens: { mean: 15 } } });
  expect(run_summary.delta).toBe(undefined);
  const others = [...runs, run(1, [false], 'without_skill')];
  const compared = benchmark({ metadata, configurations: ['with_skill', 'without_skill'], runs: others }).run_summary;
  expect([compared.delta, compared.delta_values]).toMatchObject([{ pass_rate: '+0.75' }, { pass_rate: 0.75 }]);
  expect(cases).toEqual([{ eval_id: 'a', configuration: 'with_skill', runs: 2, passed: 1, flaky: true }]);
});

it('counts a run in which nothing was graded as neither passed nor failed', () => {
  const metadata = { skill_name: 's', executor_model: 'm', timestamp: '', evals_run: ['a'], runs_per_configuration: 2 };
  const figures = (...runs: readonly EvalRun[]) =>
    figuresOf('e', benchmark({ metadata, configurations: ['with_skill'], runs: [...runs, run(9, [])] }), undefined);
  expect(figures(run(1, [true]))).toMatchObject({ passed: 1, of: 1 });
  expect(figures()).toMatchObject({ passed: 0, of: 0, interval: [0, 1] });
});

it('gives the difference of two sides with the interval of Newcombe’s paper', () => {
  const interval = newcombe({ passed: 56, trials: 70 }, { passed: 48, trials: 80 });
  expect(interval.map((bound) => bound.toFixed(4))).toEqual(['0.0524', '0.3339']);
  const metadata = { skill_name: 's', executor_model: 'm', timestamp: '', evals_run: ['a'], runs_per_configuration: 2 };
  const sides = ['with_skill', 'without_skill'];
  const runs = [run(1, [true]), run(2, [true]), run(1, [true], 'without_skill'), run(2, [false], 'without_skill')];
  expect(benchmark({ metadata, configurations: sides, runs }).difference).toMatchObject({
    configurations: sides,
    passed: 0.5,
  });
  expect(benchmark({ metadata, configurations: sides, runs: runs.slice(0, 2) }).difference).toBe(undefined);
  // The second expectation is one that only the side with the skill can meet.
  const own = [run(1, [true, true]), run(2, [true, false]), run(1, [true], 'without_skill')];
  const { difference, notes } = benchmark({ metadata, configurations: sides, runs: own });
  expect([difference?.passed, notes]).toEqual([0, ['Case a: “e0” always holds, on every side, so it shows nothing.']]);
});

it('lacks the tools of a draft without it, by either name', async () => {
  const dir = path.join(tempFolder(), '问候');
  mkdirSync(path.join(dir, 'scripts'), { recursive: true });
  writeFileSync(path.join(dir, 'SKILL.md'), '---\nname: greet\ndescription: Greets.\n---\n');
  writeFileSync(path.join(dir, 'scripts/wave.py'), '');
  const tools = '- name: wave\n  description: Waves.\n  script: scripts/wave.py\n';
  const core = { home: tempFolder(), library: { catalog: () => ({ skills: [] }) } } as unknown as Core;
  const unsaved = [{ path: 'tools.yaml', text: tools }];
  const request = { settings: {}, withAndWithout: true, alone: true, unsaved };
  const { configurations } = await configurationsOf(core, request, { id: '问候', dir }, { keeps: true });
  expect(configurations.map(({ lacks }) => lacks)).toEqual([undefined, ['wave', '____wave']]);
});

const planAt = (timestamp: string) => ({
  metadata: { skill_name: 's', executor_model: 'm', timestamp, evals_run: ['a'], runs_per_configuration: 2 },
  configurations: ['with_skill'],
  total: 2,
  request: { skill: 's', runs: 2, concurrency: 1, settings: {} },
});

it('keeps finished runs through a crash in the middle of a line, for the same plan alone', () => {
  const home = tempFolder();
  const folder = path.join(home, 'evals', 's');
  const first = openEval(home, planAt('2026-01-01T00:00:00.000Z'), 'plan', false);
  first.add(run(1, [true]));
  const [file = ''] = readdirSync(folder);
  // Runs of earlier programs are bare.
  appendFileSync(path.join(folder, file), `${JSON.stringify(run(3, [true]))}\n{"eval_id":"a","conf`);
  const second = openEval(home, planAt('2026-01-02T00:00:00.000Z'), 'plan', true);
  expect(second.id).toBe(first.id);
  second.add(run(2, [true]));
  const third = openEval(home, planAt('2026-01-03T00:00:00.000Z'), 'plan', true);
  expect(third.kept).toEqual([run(1, [true]), run(3, [true]), run(2, [true])]);
  const others = [
    openEval(home, planAt('2026-01-04T00:00:00.000Z'), 'another', true),
    openEval(home, planAt('2026-01-05T00:00:00.000Z'), 'plan', false),
  ];
  for (const other of others) {
    expect(other.kept).toEqual([]);
  }
});

it('lists earlier evals with what a person said of them, the latest first, the stopped ones too', () => {
  const home = tempFolder();
  expect(pastEvals(home, 's')).toEqual([]);
  const first = openEval(home, planAt('2026-01-01T00:00:00.000Z'), 'plan', false);
  first.add(run(1, [true]));
  const mark = { session: 's1', good: true, words: 'Warm' };
  expect(writeMark(home, 's', first.id, { ...mark, words: '' })).toBe(true);
  expect(writeMark(home, 's', first.id, mark)).toBe(true);
  expect(writeMark(home, 's', '../other', mark)).toBe(false);
  const second = openEval(home, planAt('2026-01-02T00:00:00.000Z'), 'another', false);
  second.end({ why: 'tokens', limit: 1, runs: 2 });
  expect(pastEvals(home, 's')).toMatchObject([
    {
      id: second.id,
      ended: true,
      request: { runs: 2 },
      total: 2,
      result: { runs: [], notes: ['The budget of 1 tokens is spent: 2 runs were not begun.'] },
    },
    { id: first.id, ended: false, marks: [mark], result: { runs: [{ session: 's1' }] } },
  ]);
  // Marks made before a resumption stay.
  const again = openEval(home, planAt('2026-01-03T00:00:00.000Z'), 'plan', true);
  again.add(run(2, [false]));
  again.end(undefined);
  expect(pastEvals(home, 's')[1]).toMatchObject({ ended: true, marks: [mark], result: { cases: [{ flaky: true }] } });
});

it('offers an interrupted eval until it has ended or a person dismissed it', () => {
  const home = tempFolder();
  expect(interruptedOf(home, 's')).toBe(undefined);
  const plan = planAt('2026-01-01T00:00:00.000Z');
  const cut = openEval(home, plan, 'same', false);
  cut.add(run(1, [true]));
  expect(interruptedOf(home, 's')).toEqual({ skill: 's', eval: plan.request, done: 1, of: 2 });
  putAside(home, 's');
  expect(interruptedOf(home, 's')).toBe(undefined);
  expect(pastEvals(home, 's')).toMatchObject([{ ended: false, stopped: true }]);
  // It can still be continued, and is offered again if that is cut off too.
  const again = openEval(home, plan, 'same', true);
  expect(again.kept).toHaveLength(1);
  expect(interruptedOf(home, 's')).toMatchObject({ done: 1 });
  again.end(undefined);
  expect(interruptedOf(home, 's')).toBe(undefined);

  const request = { skill: 's', runs: 1, rounds: 4, concurrency: 1, settings: {} };
  const loop = openHistory(home, { skill: 's', request, same: 'x' });
  loop.add({ number: 0, parent: null, at: '2026-01-02T00:00:00.000Z', reason: '', files: [] });
  expect(interruptedOf(home, 's')).toEqual({ skill: 's', improve: request, done: 0, of: 5 });
  loop.end('rounds');
  expect(interruptedOf(home, 's')).toBe(undefined);
});

it('keeps a version of a skill with what is not saved, without its cases', async () => {
  const home = tempFolder();
  const dir = path.join(home, 'greet');
  mkdirSync(path.join(dir, 'evals'), { recursive: true });
  writeFileSync(path.join(dir, 'SKILL.md'), 'saved');
  writeFileSync(path.join(dir, 'evals', 'evals.json'), '{}');
  const saved = await keepVersion(home, { id: 'greet', dir }, []);
  const draft = await keepVersion(home, { id: 'greet', dir }, [{ path: 'SKILL.md', text: 'draft' }]);
  writeFileSync(path.join(dir, 'evals', 'evals.json'), '{"skill_name":"greet"}');
  expect(await keepVersion(home, { id: 'greet', dir }, [])).toEqual(saved);
  expect(readdirSync(saved?.dir ?? '')).toEqual(['SKILL.md']);
  expect(readFileSync(path.join(draft?.dir ?? '', 'SKILL.md'), 'utf8')).toBe('draft');
  expect(findVersion(home, 'greet', draft?.hash.slice(0, 6) ?? '')).toEqual(draft);
  expect(findVersion(home, 'greet', 'ffffff')).toBe(undefined);
  expect(readFileSync(path.join(dir, 'SKILL.md'), 'utf8')).toBe('saved');
});

it('measures the time of runs alone, and tokens as reported or else estimated', () => {
  const at = (second: number, body: Partial<EventBody>) =>
    ({ v: 1, seq: second, session: 's', at: new Date(second * 1000).toISOString(), ...body }) as SessionEvent;
  const request = { type: 'request-sent', model: 'm', tokens: { total: 50 } } as never;
  const events = [
    at(1, { type: 'user-message-added' }),
    at(2, request),
    at(3, { type: 'model-responded', ms: 1000, usage: { promptTokens: 7, completionTokens: 3 } }),
    at(4, { type: 'run-finished', state: 'completed', text: 'one' }),
    at(60, { type: 'user-message-added' }),
    at(61, request),
    at(62, { type: 'model-failed', code: 'rate-limited', retryInMs: 20_000 }),
    at(82, request),
    // Its turn came after ten seconds.
    at(93, { type: 'model-responded', ms: 1000 }),
    at(94, { type: 'run-finished', state: 'max-iterations', text: 'two' }),
  ];
  expect(factsOf(events, (_model, { promptTokens }) => promptTokens)).toMatchObject({
    seconds: 3 + 3,
    tokens: 60,
    cost: 57,
    text: 'two',
    failure: 'The run ended: max-iterations',
  });
  expect(factsOf(events, () => undefined).cost).toBe(undefined);
});

const entry = (id: string, description: string): CatalogEntry => ({
  id,
  name: id,
  description,
  source: 'user',
  path: `/skills/${id}`,
});
const CATALOG = [
  entry('pdf', 'Reads, merges and splits PDF files. 合并、拆分 PDF 文件时使用。'),
  entry('book-flight', 'Flight booking: searches flights and books tickets. 用户要订票、查航班时使用。'),
  entry('sort', 'Sorts numbers in a list.'),
];

it.each([
  ['把这两个PDF合并', 'pdf', ['pdf', '合并']],
  ['帮我订票', 'book-flight', ['订票']],
  ['Merge two PDFs', 'pdf', ['pdf']],
  ['I want to book tickets', 'book-flight', ['book', 'ticket']],
])('guesses which skill “%s” means by meaningful words', async (query, id, matched) => {
  const found = await guess({ query, should_trigger: true }, id, CATALOG);
  expect(found).toMatchObject({ triggered: 1, instead: {} });
  expect(found.matched).toEqual(expect.arrayContaining(matched));
});

it('guesses nothing from words that every sentence has', async () => {
  expect(await guess({ query: 'the a of', should_trigger: false }, 'sort', CATALOG)).toMatchObject({
    triggered: 0,
    matched: [],
  });
  const { matched } = await guess({ query: 'An undefined name', should_trigger: false }, 'gone', CATALOG);
  expect(matched).toEqual([]);
  const other = await guess({ query: 'Sort them', should_trigger: false }, 'pdf', CATALOG);
  expect(other).toMatchObject({ instead: { sort: 1 } });
});
