import { useEffect, useMemo } from 'react';
import type { Form, FormAnswers } from '../../../shared/forms/forms.ts';
import { useActions, useApp } from '../../store/index.ts';
import { preferredFor } from './preferred.ts';

/** Remembered answers for a request's form. They are filled in for the person to see, and sent by them or not at all. */
export function usePreferred(form: Form): FormAnswers {
  const { profile } = useActions();
  const known = useApp((data) => data.profile);
  const isRequest = form.request === true;
  useEffect(() => {
    if (isRequest) void profile.load();
  }, [isRequest, profile]);
  return useMemo(
    () => (isRequest ? preferredFor(form, known?.preferences[form.id ?? ''] ?? {}) : {}),
    [isRequest, form, known],
  );
}
