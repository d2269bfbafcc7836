/** The desktop app's page in Chromium: its files from the main process's own handler, its preload as built, its port over the test. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { FromMain, PageFile, PortData, ToMain } from './protocol.ts';

const PRELOAD = path.join(import.meta.dirname, '..', '..', '..', 'out', 'preload', 'index.cjs');
/** In place of `app://skilldeck/`, which only Electron's Chromium knows; a secure context, like that one. */
const PAGE = 'https://desktop.skilldeck.invalid/';
/** Check by which the page knows its window: the one thing of it that is changed here. */
const OWN_SCHEME = /(\.location\.protocol===?)(["'`])app:\2/g;

/** Data that the page's side of the bridge takes and gives: JSON alone. */
interface Crossing {
  readonly port: number;
  readonly text?: string;
  readonly base64?: string;
}
type FromPage = Crossing | { readonly port: number; readonly open: true } | { readonly channel: string };

const crossing = (port: number, data: PortData): Crossing =>
  typeof data === 'string' ? { port, text: data } : { port, base64: Buffer.from(data).toString('base64') };

export interface Bridge {
  send(message: ToMain): void;
  onMessage(listener: (message: FromMain) => void): void;
  pageFile(path: string): Promise<PageFile>;
}

/** Runs in the page, before any of its scripts; text compiled there would be refused by the page's policy. */
function installPreload(preload: (require: () => object, exports: object) => void): void {
  type Bytes = { text?: string; base64?: string };
  const toTest = (message: object) =>
    (globalThis as unknown as { desktopBridge(message: object): void }).desktopBridge(message);
  const ports = new Map<number, MessagePort>();
  const listeners = new Map<string, ((event: object, ...args: unknown[]) => void)[]>();
  const ipcRenderer = {
    postMessage(_channel: string, _message: unknown, [port]: readonly MessagePort[]) {
      if (port === undefined) return;
      const id = performance.timeOrigin + ports.size;
      ports.set(id, port);
      toTest({ port: id, open: true });
      port.onmessage = ({ data }: MessageEvent<string | ArrayBuffer | Uint8Array>) => {
        if (typeof data === 'string') toTest({ port: id, text: data });
        else toTest({ port: id, base64: btoa(String.fromCharCode(...new Uint8Array(data as ArrayBuffer))) });
      };
    },
    send: (channel: string) => toTest({ channel }),
    on: (channel: string, listener: (event: object, ...args: unknown[]) => void) =>
      void listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
  };
  const bytes = ({ text, base64 = '' }: Bytes) =>
    text ?? Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)).buffer;
  Object.assign(globalThis, {
    desktopPort: ({ port, ...data }: Bytes & { port: number }) => ports.get(port)?.postMessage(bytes(data)),
    desktopMessage: (channel: string, args: unknown[]) => {
      for (const listener of listeners.get(channel) ?? []) listener({}, ...args);
    },
  });
  preload(() => ({ ipcRenderer }), {});
}

export async function showPage(page: Page, bridge: Bridge): Promise<void> {
  let changed = 0;
  await page.route(`${PAGE}**`, async (route) => {
    const file = await bridge.pageFile(new URL(route.request().url()).pathname).catch(() => undefined);
    // The app ends.
    if (file === undefined) return route.abort();
    const { status, headers, body } = file;
    const script = /javascript/.test(headers['content-type'] ?? '') ? Buffer.from(body).toString('utf8') : undefined;
    const shown = script?.replace(OWN_SCHEME, (_all, compared: string) => {
      changed += 1;
      return `${compared}"https:"`;
    });
    await route.fulfill({ status, headers: { ...headers }, body: shown ?? Buffer.from(body) });
  });
  await page.exposeFunction('desktopBridge', (message: FromPage) => {
    if ('channel' in message) bridge.send({ fromPage: message.channel });
    else if ('open' in message) bridge.send(message);
    else
      bridge.send({
        port: message.port,
        data: message.text ?? new Uint8Array(Buffer.from(message.base64 ?? '', 'base64')),
      });
  });
  const inPage = (work: Promise<unknown>) => void work.catch(() => {});
  bridge.onMessage((message) => {
    if ('toPage' in message) {
      const args = message.args.map((one) =>
        JSON.stringify(one, (_key, value) => (value instanceof Uint8Array ? { bytes: [...value] } : value)),
      );
      inPage(
        page.evaluate(
          ([channel, given]) => {
            const revived = given.map((one) =>
              JSON.parse(one, (_key, value) => (Array.isArray(value?.bytes) ? new Uint8Array(value.bytes) : value)),
            );
            (globalThis as unknown as { desktopMessage(channel: string, args: unknown[]): void }).desktopMessage(
              channel,
              revived,
            );
          },
          [message.toPage, args] as const,
        ),
      );
    } else if ('port' in message) {
      inPage(
        page.evaluate(
          (data) => (globalThis as unknown as { desktopPort(data: object): void }).desktopPort(data),
          crossing(message.port, message.data),
        ),
      );
    }
  });
  const code = readFileSync(PRELOAD, 'utf8');
  await page.addInitScript(`(${installPreload.toString()})(function (require, exports) {\n${code}\n})`);
  await page.goto(PAGE);
  await page.locator('#root > *').first().waitFor();
  if (changed !== 1) throw new Error(`The page asks for its scheme at ${changed} places, not at one: see OWN_SCHEME.`);
}
