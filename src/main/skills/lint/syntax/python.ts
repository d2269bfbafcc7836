/** Python's own compiler reads many scripts in one start; compiling runs nothing of them. */
import type { SyntaxOutcome } from '../types.ts';
import { runChecker } from './run-checker.ts';

const PROGRAM = `
import json, sys, warnings
warnings.simplefilter("ignore")
for line in sys.stdin.buffer:
    source = json.loads(line).encode("utf-8", "replace")
    found = None
    try:
        compile(source, "script", "exec", dont_inherit=True)
    except SyntaxError as error:
        found = [error.lineno or 1, error.offset or 1, error.msg]
    except (ValueError, OverflowError, RecursionError, MemoryError) as error:
        found = [1, 1, "%s: %s" % (type(error).__name__, error)]
    sys.stdout.write(json.dumps(found) + "\\n")
    sys.stdout.flush()
`;
/** Number of scripts that may crash the compiler before it is no longer used. */
const MAX_CRASHES = 3;

/** Outcomes in the order of `sources`. */
export async function checkPython(sources: readonly string[]): Promise<readonly SyntaxOutcome[]> {
  const outcomes: SyntaxOutcome[] = [];
  for (let crashes = 0; outcomes.length < sources.length && crashes < MAX_CRASHES; crashes += 1) {
    const input = sources
      .slice(outcomes.length)
      .map((source) => `${JSON.stringify(source.toWellFormed())}\n`)
      .join('');
    const ended = await runChecker('python3', ['-I', '-S', '-B', '-c', PROGRAM], input);
    if (ended === undefined) return sources.map(() => unchecked('missing'));
    outcomes.push(...ended.out.split('\n').slice(0, -1).map(readOutcome));
    if (outcomes.length < sources.length) outcomes.push(unchecked('silent'));
  }
  while (outcomes.length < sources.length) outcomes.push(unchecked('silent'));
  return outcomes;
}

const unchecked = (why: 'missing' | 'silent'): SyntaxOutcome => ({ kind: 'unchecked', why, program: 'python3' });

function readOutcome(line: string): SyntaxOutcome {
  const found = JSON.parse(line) as null | [line: number, column: number, message: string];
  return found === null ? { kind: 'ok' } : { kind: 'error', line: found[0], column: found[1], message: found[2] };
}
