import type { Mutant } from './mutant.ts';

const tests = ['src/main/agent'];

export const AGENT: readonly Mutant[] = [
  {
    id: 'agent1',
    file: 'src/main/agent/ask-model.ts',
    find: 'const compacts = isTooLong && compactedFrom === undefined &&',
    replace: 'const compacts = isTooLong &&',
    fault: 'A provider that keeps refusing as too long is compacted again and again.',
    tests,
  },
  {
    id: 'agent2',
    file: 'src/main/agent/ask-model.ts',
    find: '        isSameAgain = false;\n',
    replace: '',
    fault: 'After a compaction the whole request counts as kept by the cache.',
    tests,
  },
  {
    id: 'agent3',
    file: 'src/main/agent/tool-step.ts',
    find: "      if (signal.aborted) return STOPPED;\n      if (decision === 'unasked')",
    replace: "      if (decision === 'unasked')",
    fault: 'A stop during a question is logged as a refusal.',
    tests,
  },
  {
    id: 'agent4',
    file: 'src/main/agent/loop.ts',
    find: 'if (endsRun && !signal.aborted)',
    replace: 'if (endsRun)',
    fault: 'A stop that overtakes a form reads as completed.',
    tests,
  },
  {
    id: 'agent5',
    file: 'src/main/agent/repeated-calls.ts',
    find: 'isLoop: times >= END_AT',
    replace: 'isLoop: times > END_AT',
    fault: 'A loop ends with the sixth same call.',
    tests,
  },
  {
    id: 'agent6',
    file: 'src/main/agent/repeated-calls.ts',
    find: 'if (times < WARN_AT)',
    replace: 'if (times <= WARN_AT)',
    fault: 'The third same result does not say so.',
    tests,
  },
  {
    id: 'agent7',
    file: 'src/main/agent/repeated-calls.ts',
    find: 'result.ok, comparable(result.content)',
    replace: 'result.ok',
    fault: 'Calls with other results count as the same.',
    tests,
  },
  {
    id: 'agent8',
    file: 'src/main/agent/loop.ts',
    find: 'index >= MAX_CALLS',
    replace: 'index > MAX_CALLS',
    fault: 'The 65th call of an answer runs.',
    tests,
  },
  {
    id: 'agent9',
    file: 'src/main/agent/loop.ts',
    find: 'if (loopOf !== undefined && !signal.aborted)',
    replace: 'if (loopOf !== undefined)',
    fault: 'A stop with the fifth same call reads as a loop.',
    tests,
  },
];
