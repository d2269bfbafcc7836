import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { EvalRun } from '../../../shared/evals/benchmark.ts';
import type { CatalogEntry, EventBody, SessionEvent } from '../../../shared/events.ts';
import { benchmark } from './benchmark.ts';
import { guess } from './guess.ts';
import { openJournal } from './journal.ts';
import { factsOf } from './run-facts.ts';
import { passAtK, spreadOf, wilson } from './statistics.ts';

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

it('computes spreads, intervals and pass@k as published', () => {
  expect(spreadOf([2, 4, 4, 4, 5, 5, 7, 9])).toEqual({ mean: 5, stddev: Math.sqrt(32 / 7), min: 2, max: 9 });
  expect(spreadOf([3])).toEqual({ mean: 3, stddev: 0, min: 3, max: 3 });
  const rounded = (passed: number, trials: number) => wilson(passed, trials).map((bound) => Number(bound.toFixed(4)));
  expect(rounded(0, 10)).toEqual([0, 0.2775]);
  expect(rounded(10, 10)).toEqual([0.7225, 1]);
  expect(rounded(81, 263)).toEqual([0.2553, 0.3662]);
  expect(wilson(0, 0)).toEqual([0, 1]);
  expect([passAtK(0, 5, 3), passAtK(5, 5, 1), passAtK(1, 4, 2), passAtK(3, 4, 2)]).toEqual([0, 1, 0.5, 1]);
});

it('counts a run as passed only whole, and names flaky cases', () => {
  const metadata = { skill_name: 's', executor_model: 'm', timestamp: '', evals_run: ['a'], runs_per_configuration: 2 };
  const runs = [run(2, [true, false]), run(1, [true, true])];
  const { run_summary, cases } = benchmark({ metadata, configurations: ['with_skill'], runs, notes: [] });
  expect(run_summary).toMatchObject({ with_skill: { pass_rate: { mean: 0.75 }, tokens: { mean: 15 } } });
  expect(run_summary.delta).toBe(undefined);
  expect(cases).toEqual([
    { eval_id: 'a', configuration: 'with_skill', runs: 2, passed: 1, flaky: true, pass_at_k: { 1: 0.5, 2: 1 } },
  ]);
});

it('keeps finished runs through a crash in the middle of a line, for the same plan alone', () => {
  const home = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-journal-'));
  try {
    const first = openJournal(home, 'plan', false);
    first.add(run(1, [true]));
    first.close();
    const [file = ''] = readdirSync(path.join(home, 'evals'));
    appendFileSync(path.join(home, 'evals', file), '{"eval_id":"a","conf');
    const second = openJournal(home, 'plan', true);
    second.add(run(2, [true]));
    second.close();
    expect(openJournal(home, 'plan', true).kept).toEqual([run(1, [true]), run(2, [true])]);
    expect(openJournal(home, 'another', true).kept).toEqual([]);
    expect(openJournal(home, 'plan', false).kept).toEqual([]);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});

it('measures the time of runs alone, and tokens as reported or else estimated', () => {
  const at = (second: number, body: Partial<EventBody>) =>
    ({ v: 1, seq: second, session: 's', at: new Date(second * 1000).toISOString(), ...body }) as SessionEvent;
  const request = { type: 'request-sent', model: 'm', tokens: { total: 50 } } as never;
  const events = [
    at(1, { type: 'user-message-added' }),
    at(2, request),
    at(3, { type: 'model-responded', usage: { promptTokens: 7, completionTokens: 3 } }),
    at(4, { type: 'run-finished', state: 'completed', text: 'one' }),
    at(60, { type: 'user-message-added' }),
    at(61, request),
    at(62, { type: 'model-responded' }),
    at(63, { type: 'run-finished', state: 'max-iterations', text: 'two' }),
  ];
  expect(factsOf(events, (_model, { promptTokens }) => promptTokens)).toMatchObject({
    seconds: 6,
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
  ['帮我订张去东京的票', 'book-flight', ['订', '票']],
  ['Merging two PDFs', 'pdf', ['merging', 'pdfs']],
  ['I want to book tickets', 'book-flight', ['book', 'tickets']],
])('guesses which skill “%s” means by meaningful words', (query, id, matched) => {
  const found = guess({ query, should_trigger: true }, id, CATALOG);
  expect(found).toMatchObject({ triggered: 1, instead: {} });
  expect(found.matched).toEqual(expect.arrayContaining(matched));
});

it('guesses nothing from words that every sentence has', () => {
  expect(guess({ query: 'the a of', should_trigger: false }, 'sort', CATALOG)).toMatchObject({
    triggered: 0,
    matched: [],
  });
  expect(guess({ query: 'Sort them', should_trigger: false }, 'pdf', CATALOG)).toMatchObject({ instead: { sort: 1 } });
});
