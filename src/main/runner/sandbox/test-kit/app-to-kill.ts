/** A stand-in for the app: runs one command and is killed meanwhile. Arguments: data folder, sandbox, command. */
import { createRunner } from '../../run-command.ts';

const [home = '', wish = 'none', command = ''] = process.argv.slice(2);
const runner = await createRunner({ home, sandbox: wish === 'none' ? 'none' : 'required' });
await runner.run({
  ...{ sessionId: `s${process.pid}`, callId: 'c', command, timeoutSeconds: 60 },
  signal: new AbortController().signal,
});
