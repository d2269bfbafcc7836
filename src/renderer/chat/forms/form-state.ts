import { useCallback, useMemo, useState } from 'react';
import { checkAnswers, type FormFaults, isListValue } from '../../../shared/forms/form-check.ts';
import { type Form, type FormAnswers, type FormValue, isBlank, todayHere } from '../../../shared/forms/forms.ts';
import { useActions } from '../../store/index.ts';
import { useFormDraft } from '../../store/session/form-draft-hook.ts';
import { freshItem } from './form-list.tsx';
import { useMatches } from './use-matches.ts';

export interface FormState {
  readonly values: FormAnswers;
  /** Errors of fields already left, and of all fields after an attempt to send. */
  readonly shown: FormFaults;
  set(name: string, value: FormValue | undefined): void;
  leave(name: string): void;
  /** Returns the answers, or the name of the first invalid field, which is shown from now on. */
  take(): { readonly answers: FormAnswers } | { readonly first: string; readonly count: number };
}

/** @param begin initial values if no draft was kept. */
export function useFormState(callId: string, form: Form, begin: FormAnswers): FormState {
  const { keepForm } = useActions();
  const draft = useFormDraft(callId);
  const [values, setValues] = useState(() => withItems(form, draft ?? begin));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(false);
  const matches = useMatches(form.fields);
  const faults = useMemo(() => checkAnswers(form, values, { today: todayHere(), matches }), [form, values, matches]);
  const shown = useMemo(
    () => (tried ? faults : Object.fromEntries(Object.entries(faults).filter(([name]) => left.has(name)))),
    [faults, left, tried],
  );
  const set = useCallback(
    (name: string, value: FormValue | undefined) => {
      const { [name]: _old, ...others } = values;
      const next = value === undefined ? others : { ...others, [name]: value };
      setValues(next);
      keepForm(callId, next);
    },
    [callId, keepForm, values],
  );
  const leave = useCallback((name: string) => setLeft((before) => new Set([...before, name])), []);
  const take = () => {
    setTried(true);
    const names = Object.keys(faults);
    const [first] = form.fields.flatMap(({ name }) =>
      names.filter((one) => one === name || one.startsWith(`${name}.`)),
    );
    return first === undefined ? { answers: filledIn(values) } : { first, count: names.length };
  };
  return { values, shown, set, leave, take };
}

/** A list begins with as many things as it must have. */
function withItems(form: Form, values: FormAnswers): FormAnswers {
  const lists = form.fields.flatMap((field): [string, FormValue][] => {
    if (field.kind !== 'list') return [];
    const value = values[field.name];
    const items = isListValue(value) ? value : [];
    const missing = Math.max(0, (field.minItems ?? 0) - items.length);
    return [[field.name, [...items, ...Array.from({ length: missing }, () => freshItem(field))]]];
  });
  return { ...values, ...Object.fromEntries(lists) };
}

const filledIn = (values: FormAnswers): FormAnswers =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => !isBlank(value))
      .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  );
