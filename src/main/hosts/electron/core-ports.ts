/** The contract over message ports: each page's preload sends one, and the core answers on it. */
import type { AnyRouter } from '@orpc/server';
import { RPCHandler } from '@orpc/server/message-port';
import { ipcMain } from 'electron';
import { CORE_PORT_CHANNEL } from '../../../shared/window/preload-protocol.ts';
import type { Log } from '../../lib/crash-records.ts';
import { reportBugs } from '../../lib/errors.ts';
import { isTrustedSender } from './main-window.ts';

/**
 * @param router comes when the core is built; what a page says before that waits in its port.
 * @param onPage a page has its core.
 */
export function acceptPorts(router: Promise<AnyRouter>, log: Log, onPage: () => void): void {
  const handler = router.then((built) => new RPCHandler(built, { interceptors: [reportBugs(log)] }));
  // The builder of the core reports the error; here it only means that no port is answered.
  handler.catch(() => {});
  ipcMain.on(CORE_PORT_CHANNEL, (event) => {
    const [port, ...more] = event.ports;
    if (port === undefined || more.length > 0 || !isTrustedSender(event)) {
      log.warn(`a port from ${event.senderFrame?.url ?? 'a frame that is gone'} was refused`);
      for (const refused of event.ports) refused.close();
      return;
    }
    handler.then(
      (ready) => {
        ready.upgrade(port, { context: {} });
        port.start();
        onPage();
      },
      () => port.close(),
    );
  });
}
