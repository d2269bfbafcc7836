/**
 * Common fixtures of every spec: the built app with its own data folder and home, the demo model or a scripted one, and
 * a page that shows it. The same specs run on both hosts.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { type ScriptedModel, startScriptedModel } from '../src/main/models/test-kit/scripted-model.ts';
import { startDesktop, whyNoDesktop } from './kit/desktop-app.ts';
import { TAKES_PICTURES } from './kit/screens.ts';
import { type ServeWith, startApp } from './kit/served-app.ts';
import { type Desktop, startStandIn } from './kit/stand-in/desktop.ts';
import { type Installed, installRelease } from './kit/stand-in/release.ts';

export { expect } from '@playwright/test';

/** Milliseconds: beside other work a page takes long to draw itself. */
const PICTURE_MS = 60_000;

export interface HostOptions {
  /** `stand-in`: the desktop app, with its page in Chromium and all else of Electron stood in for. */
  host: 'browser' | 'electron' | 'stand-in';
}

interface Options extends HostOptions {
  /** `scripted`: what the test adds to `model`, and nothing else, is answered. */
  modelKind: 'demo' | 'scripted';
  /** The first steps were taken; else the app begins with them. */
  welcomed: boolean;
  /** The app is installed, and its server has this newer version: on the stand-in. */
  release: { readonly version: string; readonly notes: string } | undefined;
  /** View that a `welcomed` person chose; most specs look at how it works. */
  view: 'simple' | 'full';
}

export interface App {
  /** The data folder. */
  readonly home: string;
  /** Ends it as a crash would; the page stays open. Only on the browser host: under Electron the page ends with it. */
  kill(): Promise<void>;
  /** Stops it if it runs, and starts it again at the same address; the page reconnects by itself. */
  restart(): Promise<void>;
  /** Screenshot of the page, saved as `e2e/.results/screens/NAME.png` where the run takes pictures. */
  shot(name: string): Promise<void>;
}

interface Folders {
  readonly home: string;
  readonly userHome: string;
}

interface Running {
  /** Shows the app in the browser's page, or answers the desktop app's own. */
  show(page: Page): Promise<Page>;
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Only on the stand-in. */
  readonly desktop?: Desktop;
}

interface Fixtures {
  folders: Folders;
  model: ScriptedModel;
  running: Running;
  app: App;
  desktop: Desktop;
  installed: Installed | undefined;
}

const SCREENS = path.join(import.meta.dirname, '.results', 'screens');

async function serve(options: Omit<ServeWith, 'port'>): Promise<Running & { close(): Promise<void> }> {
  let served = await startApp(options);
  const { url } = served;
  return {
    async show(page) {
      await page.goto(url);
      return page;
    },
    kill: () => served.kill(),
    close: () => served.close(),
    async restart() {
      await served.close();
      served = await startApp({ ...options, port: Number(new URL(url).port) });
    },
  };
}

async function openDesktop(
  options: Omit<ServeWith, 'port'>,
  locale: string,
): Promise<Running & { close(): Promise<void> }> {
  const desktop = await startDesktop(options, locale);
  const notHere = async () => test.skip(true, 'Under Electron the page ends with the app.');
  return { show: async () => desktop.page, kill: notHere, restart: notHere, close: desktop.close };
}

async function openStandIn(
  options: Omit<ServeWith, 'port'>,
  locale: string,
): Promise<Running & { close(): Promise<void> }> {
  const notHere = async () => test.skip(true, 'In the desktop app the page ends with the app.');
  return { ...(await startStandIn(options, locale)), kill: notHere, restart: notHere };
}

const OPEN = { browser: serve, electron: openDesktop, 'stand-in': openStandIn } as const;

export const test = base.extend<Options & Fixtures>({
  host: ['browser', { option: true }],
  modelKind: ['demo', { option: true }],
  welcomed: [true, { option: true }],
  release: [undefined, { option: true }],
  view: ['full', { option: true }],

  folders: async ({ welcomed, view }, use) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-e2e-'));
    const userHome = path.join(folder, 'user');
    mkdirSync(userHome);
    const home = path.join(folder, 'home');
    if (welcomed) {
      mkdirSync(home);
      writeFileSync(path.join(home, 'config.jsonc'), JSON.stringify({ welcomed: true, view }));
    }
    await use({ home, userHome });
    rmSync(folder, { recursive: true, force: true });
  },

  model: async ({ host: _host }, use) => {
    const model = await startScriptedModel([]);
    await use(model);
    await model.close();
  },

  installed: async ({ folders, release }, use) => {
    test.skip(release !== undefined && process.platform !== 'linux', 'The installed app is an AppImage.');
    const installed = release && (await installRelease(path.dirname(folders.userHome), release.version, release.notes));
    await use(installed);
    await installed?.close();
  },

  running: async ({ host, folders, model, modelKind, installed, locale }, use) => {
    const obstacle = host === 'electron' ? whyNoDesktop() : undefined;
    test.skip(obstacle !== undefined, `The desktop app: ${obstacle}.`);
    const scripted = modelKind === 'scripted' ? { model: { baseUrl: model.url, name: 'scripted-model' } } : {};
    const options = { ...folders, ...scripted, env: installed?.env };
    const running = await OPEN[host](options, locale ?? 'en-GB');
    await use(running);
    await running.close();
  },

  page: async ({ page, running }, use) => {
    const shown = await running.show(page);
    // The words come after the page's own load.
    await shown.locator('#root > *').first().waitFor();
    await use(shown);
  },

  desktop: async ({ running: { desktop } }, use) => {
    if (desktop === undefined) throw new Error('Only the project stand-in has a desktop to act on.');
    await use(desktop);
  },

  app: async ({ folders, running, page }, use) => {
    await use({
      home: folders.home,
      kill: running.kill,
      restart: running.restart,
      async shot(name) {
        if (!TAKES_PICTURES) return;
        mkdirSync(SCREENS, { recursive: true });
        await page.screenshot({
          path: path.join(SCREENS, `${name.replaceAll(/[/:]/g, '-')}.png`),
          animations: 'disabled',
          timeout: PICTURE_MS,
        });
      },
    });
  },
});
