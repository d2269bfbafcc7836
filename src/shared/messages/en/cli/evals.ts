import { counted } from './count.ts';

const runs = (count: number): string => counted(count, 'run');

export const evals = {
  help: {
    eval: 'run a skill’s cases from evals/ and grade them',
    skill: 'an id, or the folder of a skill',
    kind: 'sessions of this kind',
    case: 'only this case',
    runs: 'runs of each case (default 1; with --triggers 3)',
    withAndWithout: 'run each case with and without the skill',
    against: 'compare with a folder, an archive, another skill, or a version that was tried before',
    model: 'the model to run with; several are compared',
    judge: 'the model that grades expectations in prose (default: the run’s own)',
    concurrency: 'runs at a time (default 2)',
    maxCost: 'US dollars that all runs together may cost',
    maxTokens: 'tokens that all runs together may take',
    triggers: 'test which sentences of evals/triggers.json load the skill',
    minPass: 'exit with 1 below this pass rate, 0 to 1',
    baseline: 'exit with 1 if worse than this earlier JSON result',
    junit: 'also write the result as JUnit XML',
    markdown: 'also write the result as Markdown',
    continue: 'keep the finished runs of an eval that was stopped',
  },
  columns: {
    configuration: 'Configuration',
    passRate: 'Pass rate',
    interval: '95 %',
    seconds: 'Seconds',
    tokens: 'Tokens',
    query: 'Sentence',
    expected: 'Expected',
    triggered: 'Triggered',
    instead: 'Instead',
  },
  planned: (total: number, kept: number, tokens: string | undefined): string =>
    `${runs(total)}${kept === 0 ? '' : `, ${kept} kept from before`}${tokens === undefined ? '' : `, about ${tokens} tokens to go`}`,
  ran: (done: number, of: number, id: string, configuration: string, passed: number, total: number): string =>
    `${done}/${of} ${id} · ${configuration}: ${passed} of ${total} passed`,
  timeLeft: (text: string): string => ` · about ${text} left`,
  failed: (id: string, configuration: string, run: number, session: string): string =>
    `Failed: ${id} · ${configuration} · run ${run} (session ${session})`,
  flaky: (id: string, configuration: string, passed: number, total: number): string =>
    `Flaky: ${id} · ${configuration} passed ${passed} of ${runs(total)}`,
  stopped: 'Stopped. Finished runs are kept; repeat the command with --continue to resume.',
  belowMinimum: (rate: string, least: string): string => `The pass rate ${rate} is below ${least}.`,
  worse: (file: string): string => `Worse than the baseline ${file}.`,
  guess: 'A guess from shared words: no model was asked. Choose one with --model and --base-url.',
  precision: (precision: string, recall: string): string => `Precision ${precision}, recall ${recall}`,
  load: 'loads',
  ignore: 'does not load',
  never: 'none',
  share: (option: string, value: string): string => `${option} takes a number from 0 to 1, not "${value}".`,
  noBaseline: (file: string, why: string): string => `--baseline: ${file} is not a result of an eval: ${why}`,
  cannotWrite: (file: string, why: string): string => `Couldn’t write ${file}: ${why}`,
};
export type EvalWords = typeof evals;
