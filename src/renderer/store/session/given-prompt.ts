/** A link's words. They are a stranger's: they stand in the box of a new conversation, and are never sent by themselves. */
import { promptIn } from '../../../shared/preload-protocol.ts';
import { NEW_DRAFT } from '../app-data.ts';
import type { AppStore } from '../app-store.ts';

/** Below what the person had begun there. Whatever covers the box is closed. */
export function fillBox({ data, actions }: AppStore, prompt: string): void {
  actions.openDialog(undefined);
  actions.map.show(undefined);
  actions.newSession();
  const begun = (data.getState().drafts[NEW_DRAFT] ?? '').trimEnd();
  if (prompt !== '') actions.setDraft(begun === '' ? prompt : `${begun}\n\n${prompt}`);
}

/** From the desktop app, as soon as there is a store: the box may not be on the screen yet. */
export function takeGivenPrompts(store: AppStore, target: Window): () => void {
  const onMessage = (event: MessageEvent) => {
    const prompt = event.source === target ? promptIn(event.data) : undefined;
    if (prompt === undefined) return;
    fillBox(store, prompt);
    target.requestAnimationFrame(() => target.document.querySelector<HTMLElement>('main textarea')?.focus());
  };
  target.addEventListener('message', onMessage);
  return () => target.removeEventListener('message', onMessage);
}
