/** Input of a try: kept while one goes to other tabs and back. */
import { useMemo } from 'react';
import { create } from 'zustand';
import type { TryRequest } from '../../../renderer/store/index.ts';
import { useBench } from '../../../renderer/workbench/use-workbench.ts';
import { dirtyOf } from '../../../renderer/workbench/workbench-state.ts';
import type { EvalCase } from '../../../shared/evals.ts';
import { CASES_FILE, readCaseRows, readSentences, SENTENCES_FILE } from './cases-text.ts';
import { againstOf, type Comparison, useRows } from './fields.tsx';

export interface TryForm {
  readonly sentence: string;
  /** Case that the sentence is from, where that has files. */
  readonly caseId: string | undefined;
  /** Undefined until it is chosen. */
  readonly compare: Comparison | undefined;
  readonly alone: boolean;
}

const EMPTY: TryForm = { sentence: '', caseId: undefined, compare: undefined, alone: false };
const forms = create<Readonly<Record<string, TryForm>>>(() => ({}));

export function useTryForm(skill: string) {
  const form = forms((all) => all[skill]) ?? EMPTY;
  const change = (changed: Partial<TryForm>) => forms.setState({ [skill]: { ...form, ...changed } });
  return { form, change };
}

/** Unsaved text of the skill itself, without its cases. */
export function useDraft(): readonly { readonly path: string; readonly text: string }[] {
  const buffers = useBench((state) => state.buffers);
  return useMemo(
    () =>
      dirtyOf({ buffers })
        .filter(({ path }) => !path.startsWith('evals/'))
        .map(({ path, text }) => ({ path, text })),
    [buffers],
  );
}

export interface Given {
  readonly sentence: string;
  readonly caseId?: string | undefined;
}

/** Messages of the cases and sentences of the triggers, without repetition. */
export function useGivenSentences(): readonly Given[] {
  const { rows: cases } = useRows<EvalCase>(CASES_FILE, readCaseRows);
  const { rows: sentences } = useRows(SENTENCES_FILE, readSentences);
  const given = new Map<string, Given>();
  for (const { id, prompt, files = [] } of cases) {
    given.set(prompt, { sentence: prompt, ...(files.length === 0 ? {} : { caseId: id }) });
  }
  for (const { query } of sentences) if (!given.has(query)) given.set(query, { sentence: query });
  return [...given.values()].filter(({ sentence }) => sentence.trim() !== '');
}

/** A draft is compared with what is saved, anything else with nothing in its place, unless the person chose otherwise. */
export const compareOf = ({ compare }: TryForm, isEdited: boolean): string =>
  compare === undefined || (compare === 'saved' && !isEdited) ? (isEdited ? 'saved' : 'without') : compare;

export function requestOf(skill: string, form: TryForm, draft: ReturnType<typeof useDraft>): TryRequest {
  const compare = compareOf(form, draft.length > 0);
  const against = againstOf(skill, compare);
  return {
    skill,
    sentence: form.sentence,
    ...(form.caseId === undefined ? {} : { caseId: form.caseId }),
    ...(compare === 'without' ? { withAndWithout: true } : {}),
    ...(against === undefined ? {} : { against }),
    ...(form.alone ? { alone: true } : {}),
    ...(draft.length === 0 ? {} : { unsaved: [...draft] }),
  };
}
