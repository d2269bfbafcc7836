/** Evals that meet a server's limits, or the end of the process: what has finished is kept, and nothing is paid for twice. */
import { beforeEach, expect, it, vi } from 'vitest';
import { type CommandLine, commandLine, skilldeck } from '../../../main/hosts/cli/test-kit/command-line.ts';
import { modelOfTest } from '../../../main/models/test-kit/model-of-test.ts';
import { call, type ScriptedModel, type ScriptedRequest, say } from '../../../main/models/test-kit/scripted-model.ts';
import type { Benchmark } from '../../../shared/evals.ts';

let cli: CommandLine;
let model: ScriptedModel | undefined;
beforeEach(() => {
  cli = commandLine();
  const description = 'Greets people in writing. Use it for greetings.';
  cli.write('skills/greet/SKILL.md', `---\nname: greet\ndescription: ${description}\n---\nSay "Ahoy".\n`);
  writeCase({ loads: ['greet'], regex: ['Ahoy'] });
});

const writeCase = (fields: object) =>
  cli.write('skills/greet/evals/evals.json', {
    skill_name: 'greet',
    evals: [{ id: 'a', prompt: 'Greet Ada.', ...fields }],
  });
const usage = { prompt: 100, completion: 20 };
const obedient = ({ body }: ScriptedRequest) =>
  (body.messages[0]?.content ?? '').includes('Say "Ahoy"')
    ? say('Ahoy, Ada!', { usage })
    : { ...call('load_skill', { name: 'greet' }), usage };

const evaluate = (...args: string[]) => skilldeck(['skills', 'eval', 'greet', ...cli.options(model), ...args]);
const read = (out: string) => JSON.parse(out) as Benchmark;

it('makes all runs wait for what the server told one of them to wait, and says so', async () => {
  const wait = 1_200;
  let refusedAt = 0;
  const later: number[] = [];
  model = await modelOfTest([], {
    rest: async (request, index) => {
      // All four ask at once; one is refused, and the others send a second request.
      await model?.arrived(4);
      if (index === 0) {
        refusedAt = performance.now();
        return { kind: 'status', status: 429, headers: { 'retry-after-ms': String(wait) } };
      }
      if (index >= 4) later.push(performance.now() - refusedAt);
      return obedient(request);
    },
  });
  const { status, out, err } = await evaluate('--runs', '4', '--concurrency', '4', '--json');
  expect(status).toBe(0);
  expect(err).toContain('The server limits requests: all runs wait 1');
  const { runs } = read(out);
  // Waiting for the server is not the run's time.
  expect(runs.map(({ result }) => [result.failed, result.errors])).toEqual(
    expect.arrayContaining([
      [0, 0],
      [0, 1],
    ]),
  );
  expect(runs.every(({ result }) => result.failed === 0)).toBe(true);
  expect(later).toHaveLength(5);
  // A timer may fire a millisecond early.
  expect(Math.min(...later)).toBeGreaterThan(wait - 5);
});

it('waits only so long for a judge, and passes nothing that it left undecided', async () => {
  writeCase({ regex: ['Ahoy'], expectations: ['It is friendly'] });
  const isJudge = ({ body }: ScriptedRequest) => (body.messages[0]?.content ?? '').startsWith('You grade the work');
  const limit = AbortSignal.timeout.bind(AbortSignal);
  // Two minutes for an answer are a tenth of a second here.
  const short = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => limit(ms === 120_000 ? 100 : ms));
  try {
    model = await modelOfTest([], { rest: (request) => (isJudge(request) ? { kind: 'stall' } : obedient(request)) });
    const { status, out } = await evaluate('--json', '--min-pass', '1');
    const [run] = read(out).runs;
    expect(run?.expectations.find(({ grader }) => grader === 'judge')).toMatchObject({ passed: false, skipped: true });
    expect(run?.result).toMatchObject({ passed: 1, failed: 0, total: 1 });
    expect(status).toBe(0);
    expect(model.requests.filter(isJudge)).toHaveLength(1);
  } finally {
    short.mockRestore();
  }
});
