/** The browser host: the same core and the same page as the desktop app, over loopback HTTP and WebSocket. */

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { detailed } from '../../../shared/messages/detail.ts';
import type { AppHandle } from '../../api/app-handle.ts';
import type { Log } from '../../lib/log.ts';
import { http } from '../../lib/node-http.ts';
import { listen } from './listen.ts';
import { pageServer } from './page-server.ts';
import { createSignIn } from './sign-in.ts';
import { socketServer } from './socket-server.ts';

export interface ServeOptions {
  readonly app: Pick<AppHandle, 'home' | 'isUnused' | 'router'>;
  /** The built page. */
  readonly pageDir: string;
  readonly log: Log;
  /** Default: the port of the last start, if it is free, else any. */
  readonly port?: number | undefined;
  /** Opens the system's browser, where there is one. */
  readonly open?: boolean | undefined;
}

export interface Served {
  /** Includes the token; visiting it signs a browser in. */
  readonly url: string;
  /** Closes the pages and frees the port. Does not close the app: its creator does. */
  close(): Promise<void>;
}

/** @throws SkilldeckError `bad-input` for a port that cannot be had, `not-supported` where the page is not built. */
export async function serve({ app, pageDir, log, port, open }: ServeOptions): Promise<Served> {
  if (!existsSync(path.join(pageDir, 'index.html'))) {
    throw detailed('not-supported', 'page-missing', { folder: pageDir });
  }
  const signIn = createSignIn(app.home);
  const page = pageServer(pageDir, signIn, app.isUnused);
  const sockets = socketServer(app.router, signIn, log);
  const server = http.createServer((req, res) => {
    page(req, res).catch((error: unknown) => {
      log.error(`bug in ${req.method} ${req.url?.split('?')[0]}`, error);
      res.destroy();
    });
  });
  server.on('upgrade', (req, socket, head) => sockets.upgrade(req, socket, head));

  const bound = await listen(server, port, signIn.port);
  signIn.rememberPort(bound);
  const address = (token: string) => `http://127.0.0.1:${bound}/?token=${token}`;
  if (open) openBrowser(address(signIn.openerToken()));

  let closing: Promise<void> | undefined;
  const close = async () => {
    const freed = new Promise<void>((resolve) => server.close(() => resolve()));
    await sockets.close();
    server.closeAllConnections();
    await freed;
  };
  return {
    url: address(signIn.token),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

/** The program that opens an address in the person's browser, if this machine can show one. */
function opener(env: NodeJS.ProcessEnv): readonly string[] | undefined {
  switch (process.platform) {
    case 'darwin':
      return ['open'];
    case 'win32':
      return ['rundll32', 'url.dll,FileProtocolHandler'];
    default:
      return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : undefined;
  }
}

/** Does its best and says nothing: the address is on the terminal anyway. */
function openBrowser(url: string, env: NodeJS.ProcessEnv = process.env): void {
  const [command, ...args] = opener(env) ?? [];
  if (command === undefined) return;
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
