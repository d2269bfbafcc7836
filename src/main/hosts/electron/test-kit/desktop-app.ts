/** For tests of the built desktop app over the stand-in: one data folder a test, and the app's windows, calls and channels. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { Contract } from '../../../../shared/contract.ts';
import type { StandIn } from './electron-stand-in.ts';
import { loadDesktop } from './load-desktop.ts';

/** The data folder of the test. */
export let home: string;
/** Closed after the test. */
export const running: StandIn[] = [];

beforeEach(() => {
  home = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-desktop-'));
});
afterEach(async () => {
  for (const electron of running.splice(0)) {
    electron.answerPrompt();
    await end(electron);
  }
  rmSync(home, { recursive: true, force: true });
});

/** Milliseconds; generous, as a loaded machine builds the core in a second or more. */
export const eventually = (check: () => void) => vi.waitFor(check, 15_000);

export const names = (electron: StandIn) => electron.calls.map((call) => call.name);
export const argsOf = (electron: StandIn, name: string) =>
  electron.calls.filter((call) => call.name === name).map((call) => call.args);

export async function end(electron: StandIn): Promise<void> {
  electron.app.quit();
  await eventually(() => expect(names(electron)).toContain('ended'));
}

export async function start(scenario?: string): Promise<StandIn> {
  const electron = await loadDesktop(['--home', home, '--skills', 'none'], scenario);
  running.push(electron);
  electron.becomeReady();
  await eventually(() => expect(windowOf(electron).control.shown).toBe(true));
  return electron;
}

export function windowOf(electron: StandIn) {
  const [window] = electron.windows;
  if (window === undefined) throw new Error('no window is open');
  return window;
}

export const contentsOf = (electron: StandIn) => windowOf(electron).control.contents;

/** The page's end of a channel to the core, as the preload asks for it. */
export function connect(electron: StandIn, sender?: object) {
  const { port1, port2 } = new MessageChannel();
  const webContents = contentsOf(electron);
  const event = {
    sender: webContents,
    senderFrame: webContents.mainFrame,
    ports: [electron.portMain(port2)],
    ...sender,
  };
  electron.ipcMain.emit('skilldeck:core-port', event, null);
  const closed = new Promise<void>((resolve) => port1.addEventListener('close', () => resolve()));
  const client: ContractRouterClient<Contract> = createORPCClient(new RPCLink({ port: port1 }));
  port1.start();
  return { client, closed, close: () => port1.close() };
}

export function ask(electron: StandIn, handler: string, ...args: unknown[]): unknown {
  const answer = electron.handlers.get(handler);
  if (answer === undefined) throw new Error(`nothing handles ${handler}`);
  return answer(...(args as never[]));
}

export const fetchPage = (electron: StandIn, url: string, method = 'GET') =>
  ask(electron, 'protocol app', new Request(url, { method })) as Promise<Response>;
