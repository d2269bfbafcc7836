/** Unsent form answers, kept among the drafts so that they survive a reload. */
import { answersSchema, type FormAnswers } from '../../../shared/forms/forms.ts';
import { useApp } from '../hooks.tsx';

/** No session has a slash in its id. */
export const formDraftKey = (sessionId: string, callId: string): string => `form/${sessionId}/${callId}`;

/** Draft when the form came into view; undefined if none was kept. */
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
