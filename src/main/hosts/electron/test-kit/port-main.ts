/** A port as Electron's main process has it: events, no `addEventListener`, nothing delivered before `start`. */
import { EventEmitter } from 'node:events';
import v8 from 'node:v8';
import type { MessagePortMain } from 'electron';
import { strict } from './strict.ts';

class PortMain extends EventEmitter {
  readonly #port: MessagePort;
  constructor(port: MessagePort) {
    super();
    this.#port = port;
    port.addEventListener('close', () => this.emit('close'));
  }
  start() {
    this.#port.addEventListener('message', ({ data }) => this.emit('message', { data, ports: [] }));
    this.#port.start();
  }
  postMessage(message: unknown, transfer: readonly unknown[] = []) {
    if (transfer.length > 0) throw new TypeError('Invalid value for transfer: only MessagePortMain is accepted');
    this.#port.postMessage(v8.deserialize(v8.serialize(message)));
  }
  close() {
    this.#port.close();
  }
}

export const portMain = (port: MessagePort): PortMain =>
  strict<MessagePortMain>()('MessagePortMain', new PortMain(port));
