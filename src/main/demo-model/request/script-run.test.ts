import { expect, it } from 'vitest';
import { readOutcome } from './script-run.ts';

it.each([
  ['The person did not allow this. Do not run it again.', 'declined'],
  ["Not run: it needs a person's yes and there is nobody to ask here. Nobody refused it.", 'unasked'],
  ['Not run: the person stopped the run before this call.', 'not-run'],
  ['there is nobody to ask\n\n[exit status 0]', 'done'],
])('tells a no from nobody to ask, and both from a run: %s', (result, kind) => {
  expect(readOutcome(result).kind).toBe(kind);
});
