/**
 * `npm run bench:sandbox`: escapes and abuses, each without protection and in the sandbox of this machine. The runs
 * without protection attack only what the suite made itself.
 */
import { createRunner } from '../src/main/runner/run-command.ts';
import { runSuite } from '../src/main/runner/sandbox/test-kit/suite.ts';
import { temporaryHome } from '../src/main/runner/test-kit/home.ts';

const { home, remove } = temporaryHome();
const sandbox = await (await createRunner({ home, sandbox: 'auto' })).sandbox();
remove();
const [without, within] = await Promise.all([runSuite('none'), sandbox.kind === 'none' ? [] : runSuite('required')]);
const word = (got: boolean | undefined): string => (got === undefined ? '-' : got ? 'GOT THROUGH' : 'refused');
console.table(
  without.map(({ group, name, got, heldAnyway }) => ({
    group,
    attack: name,
    'no sandbox': heldAnyway && !got ? 'refused (by the runner)' : word(got),
    [sandbox.kind]: word(within.find((outcome) => outcome.group === group && outcome.name === name)?.got),
  })),
);
const count = (outcomes: typeof without): string => `${outcomes.filter(({ got }) => got).length} of ${outcomes.length}`;
console.log(`without a sandbox ${count(without)} got through`);
console.log(
  sandbox.kind === 'none'
    ? `There is no sandbox to try here: ${sandbox.reason}.`
    : `in ${sandbox.kind}, as ${process.getuid?.() === 0 ? 'root' : 'a user'}: ${count(within)}`,
);
