/** The command line as a program; `bin/skilldeck` starts it. Each part is loaded when a command first needs it. */
import path from 'node:path';
import packageFile from '../../package.json' with { type: 'json' };
import type { CreateApp } from './api/app-handle.ts';
import { appRoot, isCheckout } from './lib/app-files.ts';
import { keepCompiled } from './lib/keep-compiled.ts';

/** `out/main` in a build. */
const here = import.meta.dirname;

/** Runs until somebody ends it; without a command, as `start` does. */
const isServer = ([command = 'start']: readonly string[]): boolean =>
  command.startsWith('-') || command === 'start' || command === 'serve';

async function run(args: readonly string[]): Promise<void> {
  keepCompiled(here);
  // zod makes code of a schema at its first use, which pays off after some thousand values. As `config()` of zod, which
  // comes with the first module that has a schema.
  if (!isServer(args)) Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
  const { runCli } = await import('./host/cli/cli.ts');
  const { processTerminal } = await import('./host/cli/process-terminal.ts');
  const createApp: CreateApp = async (options) => (await import('./app.ts')).createApp(options);
  const status = await runCli(
    {
      createApp,
      version: packageFile.version,
      serve: async (request) => {
        const { runServer } = await import('./host/http/run-server.ts');
        return runServer({ ...request, createApp, pageDir: path.join(here, '..', 'renderer') });
      },
      launchDesktop: isCheckout()
        ? async (given) => (await import('./host/cli/launch-desktop.ts')).launchDesktop(appRoot(), given)
        : undefined,
      repair: async (...asked) => (await import('./app.ts')).repairDatabase(...asked),
      terminal: processTerminal(),
    },
    args,
  );
  // Everything is closed and printed. Without this, an open stdin would hold the process, and V8 would tidy a heap that
  // is about to go.
  process.exit(status);
}

const args = process.argv.slice(2);
// Asked by installers and other programs, often: it needs none of what a command does.
if (args.length === 1 && args[0] === '--version') process.stdout.write(`${packageFile.version}\n`);
else await run(args);
