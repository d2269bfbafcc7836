/** The command line as a program; `bin/` starts it. */
import path from 'node:path';
import { config } from 'zod';
import packageFile from '../../package.json' with { type: 'json' };
import { createApp, repairDatabase } from './app.ts';
import { launchDesktop, processTerminal, runCli } from './hosts/cli/cli.ts';
import { appRoot, isCheckout } from './lib/app-files.ts';

const args = process.argv.slice(2);
const [command = 'start'] = args;
const isServer = command.startsWith('-') || command === 'start' || command === 'serve';
// zod makes code of a schema at its first use, which pays off after some thousand values.
if (!isServer) config({ jitless: true });

const status = await runCli(
  {
    createApp,
    version: packageFile.version,
    serve: async (request) => {
      const { runServer } = await import('./hosts/http/run-server.ts');
      return runServer({ ...request, createApp, pageDir: path.join(import.meta.dirname, '..', 'renderer') });
    },
    launchDesktop: isCheckout() ? (given) => launchDesktop(appRoot(), given) : undefined,
    repair: repairDatabase,
    terminal: processTerminal(),
  },
  args,
);
// Everything is closed and printed. Without this, an open stdin would hold the process.
process.exit(status);
