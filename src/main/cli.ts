/** The command line as a program; `bin/skilldeck` starts it. */
import path from 'node:path';
import packageFile from '../../package.json' with { type: 'json' };
import { createApp } from './app.ts';
import { runCli } from './host/cli/cli.ts';
import { launchDesktop } from './host/cli/launch-desktop.ts';
import { leave, processTerminal } from './host/cli/process-terminal.ts';
import { runServer } from './host/http/run-server.ts';

/** Of the build: `out/main`. */
const here = import.meta.dirname;

const status = await runCli(
  {
    createApp,
    version: packageFile.version,
    serve: (request) => runServer({ ...request, createApp, pageDir: path.join(here, '..', 'renderer') }),
    launchDesktop: (args) => launchDesktop(path.join(here, '..', '..'), args),
    terminal: processTerminal(),
  },
  process.argv.slice(2),
);
leave(status);
