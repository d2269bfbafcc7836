/**
 * Runs sandboxed, before the page. It hands the page one port to the core, when the page asks for it, the words of the
 * native menu, those of a link and a file opened with the app, lets the page ask for its window, and nothing else: no function, no object, nothing of Node or Electron.
 */
import { ipcRenderer } from 'electron';
import {
  CONNECT_REQUEST,
  CORE_PORT_CHANNEL,
  FILE_CHANNEL,
  FRONT_REQUEST,
  fileMessage,
  type GivenFile,
  MENU_CHANNEL,
  MENU_COMMANDS,
  menuMessage,
  PORT_MESSAGE,
  PROMPT_CHANNEL,
  promptMessage,
} from '../shared/window/preload-protocol.ts';

window.addEventListener('message', (event) => {
  // Only the page itself: a frame's messages have another source.
  if (event.source !== window) return;
  if (event.data === FRONT_REQUEST) ipcRenderer.send(FRONT_REQUEST);
  if (event.data !== CONNECT_REQUEST) return;
  const { port1, port2 } = new MessageChannel();
  ipcRenderer.postMessage(CORE_PORT_CHANNEL, null, [port1]);
  // Posts to this same window, which cannot navigate away.
  window.postMessage(PORT_MESSAGE, '*', [port2]);
});

ipcRenderer.on(MENU_CHANNEL, (_event, asked: unknown) => {
  const command = MENU_COMMANDS.find((known) => known === asked);
  if (command !== undefined) window.postMessage(menuMessage(command), '*');
});

ipcRenderer.on(PROMPT_CHANNEL, (_event, prompt: unknown) => {
  if (typeof prompt === 'string') window.postMessage(promptMessage(prompt), '*');
});

ipcRenderer.on(FILE_CHANNEL, (_event, file: GivenFile) => window.postMessage(fileMessage(file), '*'));
