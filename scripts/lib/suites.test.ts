import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { ROOT } from './paths.mjs';
import { failedTests, pythonCount, retriedTests, secondTries, summarize } from './suites.mjs';

it.each([
  ['Ran 12 tests in 0.3s\n\nOK\n', { passed: 12, failed: 0, skipped: 0 }],
  ['Ran 12 tests in 0.3s\n\nOK (skipped=2)\n', { passed: 10, failed: 0, skipped: 2 }],
  ['Ran 12 tests in 0.3s\n\nFAILED (failures=1, errors=2, skipped=3)\n', { passed: 6, failed: 3, skipped: 3 }],
  ['Ran 1 test in 0.001s\n\nFAILED (errors=1)\n', { passed: 0, failed: 1, skipped: 0 }],
  ['Traceback (most recent call last):\nSyntaxError: invalid syntax\n', { passed: 0, failed: 0, skipped: 0 }],
])('reads the last lines of unittest: %j', (output, counts) => {
  expect(pythonCount('x', output)).toEqual({ name: 'x', ...counts });
});

it('names the journey that passed at the second try, the step that failed at the first, and its trace', () => {
  const error = { message: 'Error: \u001b[31mexpect(locator)\u001b[39m failed\nmore' };
  const flaky = {
    status: 'flaky',
    results: [
      {
        error,
        steps: [{ title: 'she starts' }, { title: 'she books', error, steps: [{ title: 'she pays', error }] }],
        attachments: [{ name: 'trace', path: path.join(ROOT, 'e2e/.results/failures/a/trace.zip') }],
      },
      {},
    ],
  };
  const spec = (title: string, test: object) => ({ title, file: 'a.spec.ts', tests: [test] });
  const inner = { specs: [spec('a story', flaky), spec('another', { status: 'expected', results: [{}] })] };
  expect(secondTries({ suites: [{ specs: [], suites: [inner] }] })).toEqual([
    [
      'a.spec.ts: a story › she books › she pays',
      'Error: expect(locator) failed',
      `trace: ${path.join('e2e', '.results', 'failures', 'a', 'trace.zip')}`,
    ].join('\n    '),
  ]);
});

it('names what Vitest tried twice, however quick it was, and how it failed', () => {
  const test = (fullName: string, status: string, failureMessages: readonly string[]) => ({
    fullName,
    status,
    failureMessages,
  });
  const assertionResults = [
    test('quick', 'passed', ['Error: x\n  at y']),
    test('sound', 'passed', []),
    test('bad', 'failed', ['x']),
  ];
  expect(retriedTests({ testResults: [{ name: `${process.cwd()}/src/a.slow.test.ts`, assertionResults }] })).toEqual([
    'src/a.slow.test.ts: quick\n    Error: x',
  ]);
  expect(failedTests({ testResults: [{ name: `${process.cwd()}/src/a.slow.test.ts`, assertionResults }] })).toEqual([
    'src/a.slow.test.ts: bad\n    x',
  ]);
});

it.each([
  [[], 0],
  [['a', 'b'], 0],
  [['a', 'b', 'c'], 1],
])('second tries of a run: %j end it with status %i', (retried, status) => {
  const written: string[] = [];
  const keep = (text: string | Uint8Array) => written.push(String(text)) > 0;
  const spies = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockImplementation(keep));
  const counts = [
    { name: 'slow tests', passed: 5, failed: 0, skipped: 0, retried: retried.slice(0, 1) },
    { name: 'e2e tests', passed: 5, failed: 0, skipped: 0, retried: retried.slice(1) },
  ];
  try {
    expect(summarize(counts)).toBe(status);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  expect(written.at(-1)).toBe('10 passed, 0 failed, 0 skipped\n');
  for (const title of retried)
    expect(written.join('')).toContain(`second try: ${title === 'a' ? 'slow' : 'e2e'} tests: ${title}`);
});
