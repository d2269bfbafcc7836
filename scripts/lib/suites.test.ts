import { expect, it } from 'vitest';
import { pythonCount, retriedTests, secondTries } from './suites.mjs';

it.each([
  ['Ran 12 tests in 0.3s\n\nOK\n', { passed: 12, failed: 0, skipped: 0 }],
  ['Ran 12 tests in 0.3s\n\nOK (skipped=2)\n', { passed: 10, failed: 0, skipped: 2 }],
  ['Ran 12 tests in 0.3s\n\nFAILED (failures=1, errors=2, skipped=3)\n', { passed: 6, failed: 3, skipped: 3 }],
  ['Ran 1 test in 0.001s\n\nFAILED (errors=1)\n', { passed: 0, failed: 1, skipped: 0 }],
  ['Traceback (most recent call last):\nSyntaxError: invalid syntax\n', { passed: 0, failed: 0, skipped: 0 }],
])('reads the last lines of unittest: %j', (output, counts) => {
  expect(pythonCount('x', output)).toEqual({ name: 'x', ...counts });
});

it('names what passed only when it was tried again, however deep it stands', () => {
  const spec = (title: string, status: string) => ({ title, file: 'a.spec.ts', tests: [{ status }] });
  const inner = { specs: [spec('a story', 'flaky'), spec('another', 'expected')] };
  expect(secondTries({ suites: [{ specs: [spec('green', 'expected')], suites: [inner] }] })).toEqual([
    'a.spec.ts: a story',
  ]);
});

it('names what Vitest tried twice, however quick it was', () => {
  const test = (fullName: string, status: string, failureMessages: readonly string[]) => ({
    fullName,
    status,
    failureMessages,
  });
  const assertionResults = [
    test('quick', 'passed', ['Error: x']),
    test('sound', 'passed', []),
    test('bad', 'failed', ['x']),
  ];
  expect(retriedTests({ testResults: [{ name: `${process.cwd()}/src/a.slow.test.ts`, assertionResults }] })).toEqual([
    'src/a.slow.test.ts: quick',
  ]);
});
