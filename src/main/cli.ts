/** The command line as a program; `bin/skilldeck` starts it. */
import path from 'node:path';
import packageFile from '../../package.json' with { type: 'json' };
import { appRoot, isCheckout } from './lib/app-files.ts';
import { keepCompiled } from './lib/keep-compiled.ts';

/** `out/main` in a build. */
const here = import.meta.dirname;

keepCompiled(here);
const { createApp, repairDatabase } = await import('./app.ts');
const { runCli } = await import('./host/cli/cli.ts');
const { launchDesktop } = await import('./host/cli/launch-desktop.ts');
const { leave, processTerminal } = await import('./host/cli/process-terminal.ts');
const { runServer } = await import('./host/http/run-server.ts');

const status = await runCli(
  {
    createApp,
    version: packageFile.version,
    serve: (request) => runServer({ ...request, createApp, pageDir: path.join(here, '..', 'renderer') }),
    launchDesktop: isCheckout() ? (args) => launchDesktop(appRoot(), args) : undefined,
    repair: repairDatabase,
    terminal: processTerminal(),
  },
  process.argv.slice(2),
);
leave(status);
