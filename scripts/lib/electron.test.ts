import { expect, it } from 'vitest';
import { windowOutcome } from './electron.mjs';

it('goes on in the browser where the binary could not open a window, and only there', () => {
  const outcome = (code: number, signal: NodeJS.Signals | null = null, ms = 500) => windowOutcome(code, signal, ms);
  // Chromium: "Missing X server or $DISPLAY … The platform failed to initialize."
  expect(outcome(1)).toEqual({ reason: 'Electron ended at once (status 1)' });
  expect(outcome(127)).toEqual({ reason: 'Electron ended at once (status 127)' });
  expect(outcome(1, 'SIGSEGV')).toEqual({ reason: 'Electron ended at once (SIGSEGV)' });
  expect(outcome(1, 'SIGTRAP')).toEqual({ reason: expect.stringContaining('apparmor_restrict_unprivileged_userns') });
  // Closed by the person, stopped by a signal, or the app has said itself why it cannot start.
  expect([outcome(0), outcome(130), outcome(143), outcome(1, 'SIGTERM')].map((one) => 'code' in one)).toEqual(
    Array(4).fill(true),
  );
  expect(outcome(70)).toEqual({ code: 70 });
  // A window that was open for a while was one.
  expect(outcome(1, null, 20_000)).toEqual({ code: 1 });
});
