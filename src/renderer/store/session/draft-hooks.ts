import { answersSchema, type FormAnswers } from '../../../shared/forms/forms.ts';
import { useApp } from '../hooks.tsx';
import { formDraftKey, queuedKey } from './drafts.ts';
import { NEW_DRAFT } from './state.ts';

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

/** The message that waits for the selected session's run to end, or for a new session to be created. */
export function useQueuedText(): string | undefined {
  return useApp(({ drafts, selected }) => drafts[queuedKey(selected ?? NEW_DRAFT)]);
}
