import { useEffect, useMemo, useState } from 'react';
import { type CurrentRequest, currentRequest, requestValues } from '../../../shared/forms/current-request.ts';
import type { Form, FormAnswers } from '../../../shared/forms/forms.ts';
import { useLanguage } from '../../i18n/index.ts';
import { useActions, useSession, useSessionState } from '../../store/index.ts';

interface Request extends CurrentRequest {
  readonly form: Form;
  readonly values: FormAnswers;
}

/** The facts of what the user wants now; undefined where nothing is asked for, or the skill has no form for it. */
export function useRequest(): Request | undefined {
  const { requestForm } = useActions();
  const { id } = useSession();
  const language = useLanguage();
  const state = useSessionState((current) => current);
  const request = useMemo(() => currentRequest(state), [state]);
  const skill = request?.skill;
  const isKnown = request?.form?.language === language;
  const [read, setRead] = useState<{ readonly key: string; readonly form: Form | undefined }>();
  const key = `${id}/${skill}/${language}`;
  useEffect(() => {
    if (skill === undefined || isKnown || read?.key === key) return;
    let isCurrent = true;
    void requestForm(skill, language).then((form) => {
      if (isCurrent) setRead({ key, form });
    });
    return () => {
      isCurrent = false;
    };
  }, [skill, isKnown, key, read?.key, language, requestForm]);
  return useMemo(() => {
    if (request === undefined) return undefined;
    // In the language of the window where the skill's folder has it, else as the log does.
    const form = isKnown ? request.form : read?.key === key && read.form !== undefined ? read.form : request.form;
    return form === undefined ? undefined : { ...request, form, values: requestValues(form.fields, request.facts) };
  }, [request, isKnown, read, key]);
}
