/**
 * The scripted model as a program, for tests that drive a whole application:
 *
 *     node src/main/models/test-kit/scripted-model-main.ts STEPS.json [--port N] [--repeat] [--requests FILE]
 *
 * STEPS.json is a list of steps as in `scripted-steps.ts` (no functions, no gates; `{"kind":"pause","ms":300}` inside
 * `text` slows an answer down). Its base URL is the first line on stdout. `--repeat` starts over at the end of the
 * list; `--requests` appends each chat request to FILE, one JSON object a line. It ends on SIGTERM or SIGINT.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type ScriptedStep, type Step, startScriptedModel } from './scripted-model.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string' }, repeat: { type: 'boolean', default: false }, requests: { type: 'string' } },
});
const file = positionals[0];
if (file === undefined) {
  process.stderr.write('usage: scripted-model-main.ts STEPS.json [--port N] [--repeat] [--requests FILE]\n');
  process.exit(2);
}
const steps = JSON.parse(readFileSync(file, 'utf8')) as Step[];

const log = values.requests;
const scripted: ScriptedStep[] = steps.map((step) => (request) => {
  if (log !== undefined) appendFileSync(log, `${JSON.stringify(request)}\n`);
  return step;
});
const first = steps[0];
const rest: ScriptedStep = (request, index) => {
  if (log !== undefined) appendFileSync(log, `${JSON.stringify(request)}\n`);
  return steps[index % steps.length] ?? first ?? { kind: 'status', status: 400 };
};

const model = await startScriptedModel(scripted, {
  ...(values.port === undefined ? {} : { port: Number(values.port) }),
  ...(values.repeat ? { rest } : {}),
});
process.stdout.write(`${model.url}\n`);

const end = () => void model.close().then(() => process.exit(0));
process.on('SIGTERM', end);
process.on('SIGINT', end);
