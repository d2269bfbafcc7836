/** Asks at a terminal once a file exists, so that a test can time it. Argument: the file to wait for. */
import { existsSync } from 'node:fs';
import { processTerminal } from '../cli.ts';
import { freshQuestion } from '../command.ts';

const [, , go = ''] = process.argv;
console.log('waiting');
while (!existsSync(go)) await new Promise((resolve) => setTimeout(resolve, 20));
const control = new AbortController();
const answer = await freshQuestion(processTerminal(), 'Allow? ', {
  signal: control.signal,
  interrupt: () => control.abort(),
  startTimer: () => {},
});
console.log(`answered <${answer}>`);
process.exit();
