/** The built desktop app's main process over the Electron stand-in, for a page in Chromium. A program; the test forks it. */
import { setTimeout as wait } from 'node:timers/promises';
import type { StandIn } from '../../../src/main/hosts/electron/test-kit/electron-stand-in.ts';
import { loadDesktop } from '../../../src/main/hosts/electron/test-kit/load-desktop.ts';
import type { Ask, FromMain, PageFile, ToMain, WindowSeen } from './protocol.ts';

interface MenuItem {
  readonly label?: string;
  readonly submenu?: readonly MenuItem[];
  readonly click?: (item: unknown, window: unknown) => void;
}

/** Milliseconds between two looks. */
const LOOK_MS = 20;

/** Resources of the installed app, where the test is about one. */
const resources = process.env.SKILLDECK_E2E_RESOURCES;
if (resources !== undefined) Object.assign(process, { resourcesPath: resources });
const electron: StandIn = await loadDesktop(process.argv.slice(2), resources === undefined ? '' : 'packaged');
/** Once the test is over, no one listens. */
const tell = (message: FromMain) => void process.send?.(message, () => {});
const ports = new Map<number, MessagePort>();
/** Messages of the main process before there was a page. */
const early: FromMain[] = [];

const window = () => electron.windows[0];
const contents = () => {
  const found = window()?.control.contents;
  if (found === undefined) throw new Error('The window is closed.');
  return found;
};
const event = () => ({ sender: contents(), senderFrame: contents().mainFrame });

electron.toPages((channel, args) => {
  const message = { toPage: channel, args };
  if (ports.size === 0) early.push(message);
  else tell(message);
});

function connect(id: number): void {
  const { port1, port2 } = new MessageChannel();
  ports.set(id, port1);
  port1.addEventListener('message', ({ data }) => tell({ port: id, data }));
  port1.start();
  electron.ipcMain.emit('skilldeck:core-port', { ...event(), ports: [electron.portMain(port2)] }, null);
  for (const message of early.splice(0)) tell(message);
}

function choose(menu: readonly MenuItem[], labels: readonly string[]): void {
  let items = menu;
  for (const [index, label] of labels.entries()) {
    const item = items.find((one) => one.label === label);
    if (item === undefined) throw new Error(`No “${label}” among ${items.map((one) => one.label).join(', ')}`);
    if (index < labels.length - 1) items = item.submenu ?? [];
    else item.click?.(item, window()?.control.seen);
  }
}

async function pageFile(path: string): Promise<PageFile> {
  const handler = electron.handlers.get('protocol app') as ((request: Request) => Promise<Response>) | undefined;
  if (handler === undefined) throw new Error('The app serves no page.');
  const response = await handler(new Request(new URL(path, 'app://skilldeck/')));
  const body = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: Object.fromEntries(response.headers), body };
}

function seen(): WindowSeen {
  const fronted = electron.calls.filter(({ name }) => name === 'window.focus').length;
  return { open: window() !== undefined, shown: window()?.control.shown === true, fronted };
}

/** The process's end is the answer: a channel that is closed while a message comes over it may never say so. */
async function quit(): Promise<never> {
  electron.app.quit();
  while (!electron.calls.some(({ name }) => name === 'ended')) await wait(LOOK_MS);
  process.exit();
}

const preventDefault = () => {};

async function act({ what }: Ask): Promise<unknown> {
  switch (what.do) {
    case 'page-file':
      return pageFile(what.path);
    case 'menu':
      return choose(electron.menu() as readonly MenuItem[], what.labels);
    case 'tray':
      return choose(electron.trayMenu() as readonly MenuItem[], what.labels);
    case 'second-instance':
      electron.app.emit('second-instance', {}, ['skilldeck', ...what.argv], what.folder);
      return undefined;
    case 'open-url':
      electron.app.emit('open-url', { preventDefault }, what.url);
      return undefined;
    case 'open-file':
      electron.app.emit('open-file', { preventDefault }, what.file);
      return undefined;
    case 'key': {
      const press = electron.keys.get(what.key);
      if (press === undefined) throw new Error(`The app does not hold ${what.key}.`);
      press();
      return undefined;
    }
    case 'close-window':
      return window()?.close();
    case 'window':
      return seen();
    case 'calls':
      return electron.calls
        .filter(({ name }) => name === what.name)
        .map(({ args }) => JSON.parse(JSON.stringify(args)));
    case 'quit':
      return quit();
  }
}

process.on('message', (message: ToMain) => {
  if ('ask' in message) {
    act(message).then(
      (value) => tell({ answer: message.ask, value }),
      (error: unknown) => tell({ answer: message.ask, value: undefined, failed: String(error) }),
    );
  } else if ('fromPage' in message) electron.ipcMain.emit(message.fromPage, event());
  else if ('open' in message) connect(message.port);
  else ports.get(message.port)?.postMessage(message.data);
});
process.on('disconnect', () => process.exit());

electron.becomeReady();
while (!electron.calls.some(({ name }) => name === 'ready-to-show')) await wait(LOOK_MS);
tell({ answer: 0, value: undefined });
