import { answersSchema, type FormAnswers } from '../../../shared/forms/forms.ts';
import { useApp } from '../hooks.tsx';
import { formDraftKey } from './drafts.ts';

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
