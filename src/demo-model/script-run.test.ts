import { expect, it } from 'vitest';
import { readOutcome, readScriptRun } from './script-run.ts';

it.each([
  ['The person did not allow this. Do not run it again.', 'declined'],
  ["Not run: it needs a person's yes and there is nobody to ask here. Nobody refused it.", 'unasked'],
  ['Not run: the person stopped the run before this call.', 'not-run'],
  ['there is nobody to ask\n\n[exit status 0]', 'done'],
])('tells a no from nobody to ask, and both from a run: %s', (result, kind) => {
  expect(readOutcome(result).kind).toBe(kind);
});

it.each(['Interrupted: the app was closed during this call.', 'No result: this call has not finished.'])(
  'a call without a result is as if it had not been made: %s',
  (result) => {
    const call = { callId: 'c', name: 'run_command', arguments: { command: 'python3 book_flight.py --key k' } };
    expect(readScriptRun({ ...call, result })).toBeUndefined();
    expect(readScriptRun({ ...call, result: 'Reference: KXPLMT' })?.outcome.kind).toBe('done');
  },
);
