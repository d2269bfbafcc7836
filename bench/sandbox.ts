/**
 * `npm run bench:sandbox`: escapes and abuses, each without protection and in every kind of sandbox of this machine. The
 * runs without protection attack only what the suite made itself.
 */
import { EMBEDDED_PYTHON } from '../src/main/runner/interpreters.ts';
import { PYTHON_ATTACKS, pythonLeaks } from '../src/main/runner/sandbox/prove.ts';
import { implementations } from '../src/main/runner/sandbox/test-kit/implementations.ts';
import { type Outcome, runSuite } from '../src/main/runner/sandbox/test-kit/suite.ts';

const kinds = await implementations();
const here = kinds.filter((kind) => kind.here).map(({ kind }) => kind);
// One after the other: what an attack does to the machine must not be another's doing.
const without = await runSuite('none');
const within = new Map<string, readonly Outcome[]>();
for (const kind of here) within.set(kind, await runSuite(kind));

const word = (got: boolean | undefined): string => (got === undefined ? '-' : got ? 'GOT THROUGH' : 'refused');
const outcomeOf = (kind: string, { group, name }: Outcome): boolean | undefined =>
  within.get(kind)?.find((outcome) => outcome.group === group && outcome.name === name)?.got;
console.table(
  without.map((outcome) => ({
    group: outcome.group,
    attack: outcome.name,
    'no sandbox': outcome.heldAnyway && !outcome.got ? 'refused (by the runner)' : word(outcome.got),
    ...Object.fromEntries(here.map((kind) => [kind, word(outcomeOf(kind, outcome))])),
  })),
);
const count = (outcomes: readonly Outcome[]): string =>
  `${outcomes.filter(({ got }) => got).length} of ${outcomes.length} got through`;
const who = process.getuid?.() === 0 ? 'root' : 'a user';
console.log(`without a sandbox, as ${who}: ${count(without)}`);
for (const [kind, outcomes] of within) console.log(`in ${kind}, as ${who}: ${count(outcomes)}`);
for (const { kind, reason } of kinds.filter((kind) => !kind.here)) console.log(`${kind} is not here: ${reason}`);

// Python without a sandbox: attacks through Python's own APIs, in the embedded and in the machine's Python.
const machine = await pythonLeaks('python3').catch(() => undefined);
const embedded = await pythonLeaks(EMBEDDED_PYTHON);
console.table(
  PYTHON_ATTACKS.map((attack) => ({
    'attack, in Python': attack,
    'python3, no sandbox': word(machine?.includes(attack)),
    'embedded Python': word(embedded.includes(attack)),
  })),
);
console.log(`in the embedded Python by itself, as ${who}: ${embedded.length} of ${PYTHON_ATTACKS.length} got through`);
