/** The built desktop app where there is no Electron: its main process over the strict stand-in, its preload and page in Chromium. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { ServeWith } from '../served-app.ts';
import { type Bridge, showPage } from './page.ts';
import type { Ask, FromMain, PageFile, ToMain, WindowSeen } from './protocol.ts';

/** Actions of the system on the app, and what it sees of it. */
export interface Desktop {
  menu(...labels: readonly string[]): Promise<void>;
  tray(...labels: readonly string[]): Promise<void>;
  secondInstance(argv: readonly string[], folder: string): Promise<void>;
  openUrl(url: string): Promise<void>;
  openFile(file: string): Promise<void>;
  closeWindow(): Promise<void>;
  /** Throws where the app does not hold that key. */
  key(key: string): Promise<void>;
  window(): Promise<WindowSeen>;
  /** Arguments of each call of one of Electron's functions, such as `webContents.print`. */
  calls(name: string): Promise<readonly (readonly unknown[])[]>;
}

export interface StandInDesktop {
  readonly desktop: Desktop;
  show(page: Page): Promise<Page>;
  close(): Promise<void>;
}

export async function startStandIn(
  { home, userHome, model, env = {} }: Omit<ServeWith, 'port'>,
  locale: string,
): Promise<StandInDesktop> {
  const args = ['--home', home];
  if (model !== undefined) args.push('--base-url', model.baseUrl, '--model', model.name);
  const { PATH } = process.env;
  const child = fork(path.join(import.meta.dirname, 'main.ts'), args, {
    cwd: userHome,
    env: {
      PATH,
      LANG: `${locale.replace('-', '_')}.UTF-8`,
      HOME: userHome,
      USERPROFILE: userHome,
      SKILLDECK_STAND_IN_LANGUAGE: locale,
      NODE_NO_WARNINGS: '1',
      ...env,
    },
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const { ask, bridge } = talk(child);
  await bridge.started;
  return {
    desktop: {
      menu: (...labels) => ask({ do: 'menu', labels }),
      tray: (...labels) => ask({ do: 'tray', labels }),
      secondInstance: (argv, folder) => ask({ do: 'second-instance', argv, folder }),
      openUrl: (url) => ask({ do: 'open-url', url }),
      openFile: (file) => ask({ do: 'open-file', file }),
      key: (key) => ask({ do: 'key', key }),
      closeWindow: () => ask({ do: 'close-window' }),
      window: () => ask<WindowSeen>({ do: 'window' }),
      calls: (name) => ask<readonly (readonly unknown[])[]>({ do: 'calls', name }),
    },
    async show(page) {
      await showPage(page, bridge);
      return page;
    },
    async close() {
      const exited = once(child, 'exit');
      ask({ do: 'quit' }).catch(() => {});
      await exited;
    },
  };
}

function talk(child: ChildProcess) {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const listeners: ((message: FromMain) => void)[] = [];
  const started = Promise.withResolvers<unknown>();
  waiting.set(0, started);
  child.on('message', (message: FromMain) => {
    if ('answer' in message) {
      const { answer, value, failed } = message;
      if (failed === undefined) waiting.get(answer)?.resolve(value);
      else waiting.get(answer)?.reject(new Error(failed));
      waiting.delete(answer);
    } else for (const listener of listeners) listener(message);
  });
  child.once('exit', (code) => {
    for (const { reject } of waiting.values())
      reject(new Error(`The desktop's main process ended with status ${code}.`));
  });
  let asked = 0;
  /** Messages of the page after the end go nowhere. */
  const send = (message: ToMain) => {
    if (child.connected) child.send(message, () => {});
  };
  const ask = <T = void>(what: Ask['what']): Promise<T> => {
    asked += 1;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(asked, answer);
    send({ ask: asked, what });
    return answer.promise as Promise<T>;
  };
  const bridge: Bridge & { readonly started: Promise<unknown> } = {
    send,
    onMessage: (listener) => void listeners.push(listener),
    pageFile: (file) => ask<PageFile>({ do: 'page-file', path: file }),
    started: started.promise,
  };
  return { ask, bridge };
}
