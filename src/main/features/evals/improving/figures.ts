/** Figures of a version, by its eval. */
import { type Benchmark, isWhole, summaryOf } from '../../../../shared/evals/benchmark.ts';
import type { LoopFigures } from '../../../../shared/evals/improving.ts';
import { newcombe, wilson } from '../statistics.ts';

/** Figures of the first configuration. @param before those of the version that it was made from. */
export function figuresOf(id: string, result: Benchmark, before: LoopFigures | undefined): LoopFigures {
  const [configuration = ''] = Object.keys(result.run_summary);
  const summary = summaryOf(result, configuration);
  const own = result.runs.filter((run) => run.configuration === configuration);
  const passed = own.filter(isWhole).length;
  const of = own.length;
  return {
    eval: id,
    passed,
    of,
    interval: wilson(passed, of),
    pass_rate: summary?.pass_rate.mean ?? 0,
    tokens: summary?.tokens.mean ?? 0,
    seconds: summary?.time_seconds.mean ?? 0,
    ...(before === undefined || before.of === 0 || of === 0
      ? {}
      : {
          difference: {
            passed: passed / of - before.passed / before.of,
            interval: newcombe({ passed, trials: of }, { passed: before.passed, trials: before.of }),
          },
        }),
  };
}
