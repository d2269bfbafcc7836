/** The command line as a program; `bin/skilldeck` starts it. Each part is loaded when a command first needs it. */
import path from 'node:path';
import packageFile from '../../package.json' with { type: 'json' };
import type { CreateApp } from './api/app-handle.ts';
import { appRoot, isCheckout } from './lib/app-files.ts';
import { keepCompiled } from './lib/keep-compiled.ts';

/** `out/main` in a build. */
const here = import.meta.dirname;

async function run(args: readonly string[]): Promise<void> {
  keepCompiled(here);
  const { runCli } = await import('./host/cli/cli.ts');
  const { leave, processTerminal } = await import('./host/cli/process-terminal.ts');
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
  leave(status);
}

const args = process.argv.slice(2);
// Asked by installers and other programs, often: it needs none of what a command does.
if (args.length === 1 && args[0] === '--version') process.stdout.write(`${packageFile.version}\n`);
else await run(args);
