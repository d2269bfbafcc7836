import { expect, it } from 'vitest';
import { reasons } from './say.ts';
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

it('says the reasons of the script in Chinese, whole', () => {
  const message = 'No flights found from Changsha to Sanya on 2026-12-06';
  const remedies = ['12:00 及以后起飞的航班中，没有航班由 9C 承运。'];
  expect(reasons({ kind: 'no-flights', message, remedies })).toMatch(/没有符合条件的航班。12:00 及以后起飞/);
});
