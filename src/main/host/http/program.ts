/** The program `serve.js`: its arguments, and an end that loses no output. */
import { parseArgs } from 'node:util';
import type { CreateApp } from '../../api/app-handle.ts';
import { runServer } from './run-server.ts';

/** Milliseconds for remaining handles once everything was closed. */
const LEAVE_WITHIN_MS = 3_000;

const USAGE =
  'serve takes --port N, --home DIR, --env NAME, --skills DIR, --base-url URL, --api-key-env NAME, --model ID, --open';

function argumentsOf(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: text,
      home: text,
      env: text,
      skills: { type: 'string', multiple: true },
      'base-url': text,
      'api-key-env': text,
      model: text,
      open: { type: 'boolean' },
      'no-open': { type: 'boolean' },
    },
  });
  if (values.port !== undefined && !/^\d+$/.test(values.port)) throw new Error(`--port ${values.port} is not a number`);
  return values;
}

/** @param pageDir the built page */
export async function serveProgram(createApp: CreateApp, pageDir: string, args: readonly string[]): Promise<void> {
  let values: ReturnType<typeof argumentsOf>;
  try {
    values = argumentsOf(args);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}. ${USAGE}.\n`);
    process.exitCode = 2;
    return;
  }
  process.exitCode = await runServer({
    createApp,
    pageDir,
    port: values.port === undefined ? undefined : Number(values.port),
    open: values.open === true && values['no-open'] !== true,
    app: {
      home: values.home,
      environment: values.env,
      skillRoots: values.skills,
      model: { baseUrl: values['base-url'], apiKeyEnv: values['api-key-env'], model: values.model },
    },
  });
  setTimeout(() => process.exit(), LEAVE_WITHIN_MS).unref();
}
