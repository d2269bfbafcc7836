/** Simulates the app: runs one command and is killed in the meantime. Arguments: data folder, sandbox, command, a folder to write to. */
import type { SandboxWish } from '../../../../shared/sandbox.ts';
import { createRunner } from '../../runner.ts';
import { TEST_CONTAINER } from './implementations.ts';

const [home = '', wish = 'none', command = '', lent] = process.argv.slice(2);
const runner = createRunner({ home, sandbox: wish as SandboxWish, container: TEST_CONTAINER });
await runner.run({
  sessionId: `s${process.pid}`,
  callId: 'c',
  command,
  timeoutSeconds: 60,
  ...(lent === undefined ? {} : { writable: [lent] }),
  signal: new AbortController().signal,
});
