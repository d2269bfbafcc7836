import { useEffect } from 'react';
import { type MenuCommand, menuCommandIn, promptIn } from '../../shared/preload-protocol.ts';

export type MenuHandlers = Readonly<Record<MenuCommand, () => void>>;

/** What is chosen in the desktop app's own menu comes as a message of this very window. */
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

/** A link's words, from the desktop app. They are a stranger's: whoever calls this shows them and sends nothing. */
export function useGivenPrompt(onPrompt: (prompt: string) => void): void {
  useEffect(() => {
    const onMessage = (event: MessageEvent) => {
      const prompt = event.source === window ? promptIn(event.data) : undefined;
      if (prompt !== undefined) onPrompt(prompt);
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, [onPrompt]);
}
