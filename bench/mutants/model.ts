import type { Mutant } from './mutant.ts';

const tests = ['src/main/model'];

export const MODEL: readonly Mutant[] = [
  {
    id: 'model1',
    file: 'src/main/model/exchange.ts',
    find: 'if (line > MAX_EVENT_BYTES',
    replace: 'if (line >= MAX_EVENT_BYTES',
    fault: 'An event of exactly 16 MiB is refused.',
    tests,
  },
  {
    id: 'model2',
    file: 'src/main/model/one-try.ts',
    find: 'else if (answer.contentChunks > content) feed();',
    replace: 'else feed();',
    fault: 'Empty deltas keep a run alive for ever.',
    tests,
  },
  {
    id: 'model3',
    file: 'src/main/model/one-try.ts',
    find: 'if (answer.length > MAX_ANSWER)',
    replace: 'if (answer.text.length > MAX_ANSWER)',
    fault: 'Thoughts and arguments are not bounded.',
    tests,
  },
  {
    id: 'model4',
    file: 'src/main/model/wires/chat/alternate.ts',
    find: "before?.role === 'tool' && turn.role === 'user'",
    replace: "before?.role === 'tool' && turn.role === 'system'",
    fault: "Mistral refuses a person's message right after a result.",
    tests,
  },
  {
    id: 'model5',
    file: 'src/main/model/wires/chat/call-ids.ts',
    find: '.slice(0, 9)',
    replace: '.slice(0, 8)',
    fault: 'Mistral refuses the ids of calls.',
    tests,
  },
  {
    id: 'model6',
    file: 'src/main/model/wires/chat/reasoning-details.ts',
    find: 'one.index === piece.index && one.type === piece.type',
    replace: 'one.index === piece.index',
    fault: 'Reasoning of two kinds with one index is mixed up.',
    tests,
  },
];
