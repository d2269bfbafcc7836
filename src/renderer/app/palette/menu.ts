import { useEffect } from 'react';
import { type MenuCommand, menuCommandIn } from '../../../shared/window/preload-protocol.ts';

export type MenuHandlers = Readonly<Record<MenuCommand, () => void>>;

/** The desktop app's menu commands arrive as messages of this same window. */
export function useMenu(handlers: MenuHandlers): void {
  useEffect(() => {
    const onMessage = (event: MessageEvent) => {
      const command = event.source === window ? menuCommandIn(event.data) : undefined;
      if (command !== undefined) handlers[command]();
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, [handlers]);
}
