/** Files that the system opens with the desktop app. Nothing is installed or stored before its contents were shown or checked. */
import { fileIn } from '../../../shared/window/preload-protocol.ts';
import type { AppStore } from '../app-store.ts';

/** Takes them as soon as the store exists: the window may have been opened for one. */
export function takeGivenFiles({ actions }: AppStore, target: Window): () => void {
  const onMessage = (event: MessageEvent) => {
    const given = event.source === target ? fileIn(event.data) : undefined;
    if (given === undefined) return;
    if (given.kind === 'skill') {
      actions.openDialog({ name: 'import-skill', address: given.path });
      return;
    }
    actions.openDialog(undefined);
    actions.library.show({ page: 'list' });
    void actions.library.importFiles([new File([given.bytes], given.name)]);
  };
  target.addEventListener('message', onMessage);
  return () => target.removeEventListener('message', onMessage);
}
