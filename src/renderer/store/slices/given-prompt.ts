/** Text from a link. It is untrusted: it only fills the box of a new conversation and is never sent automatically. */
import { answersSchema, type FormAnswers } from '../../../shared/forms/forms.ts';
import { fileIn, promptIn } from '../../../shared/window/preload-protocol.ts';
import type { AppStore } from '../app-store.ts';
import { useApp } from '../hooks.tsx';
import { NEW_DRAFT } from './session-state.ts';
import { formDraftKey, queuedKey } from './window-state.ts';

// Files that the system opens with the desktop app. Nothing is installed or stored before its contents were shown or checked.

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

/** The message that waits for the selected session's run to end, or for a new session to be created. */
export const useQueuedText = (): string | undefined =>
  useApp(({ drafts, selected }) => drafts[queuedKey(selected ?? NEW_DRAFT)]);

/** Unsent answers as they were when the form came into view; undefined where nothing was kept. */
export function useFormDraft(callId: string): FormAnswers | undefined {
  const text = useApp(({ drafts, selected }) =>
    selected === undefined ? undefined : drafts[formDraftKey(selected, callId)],
  );
  if (text === undefined) return undefined;
  try {
    return answersSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

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
