/** Text from a link. It is untrusted: it only fills the box of a new conversation and is never sent automatically. */
import { promptIn } from '../../../shared/preload-protocol.ts';
import type { AppStore } from '../app-store.ts';
import { NEW_DRAFT } from './state.ts';

/** Appends below the existing draft. Closes whatever covers the box. */
export function fillBox({ data, actions }: AppStore, prompt: string): void {
  actions.openDialog(undefined);
  actions.map.show(undefined);
  actions.newSession();
  const begun = (data.getState().drafts[NEW_DRAFT] ?? '').trimEnd();
  if (prompt !== '') actions.setDraft(begun === '' ? prompt : `${begun}\n\n${prompt}`);
}

/** Takes prompts from the desktop app as soon as the store exists: the box may not be on screen yet. */
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
