import { applyEdits, type JSONPath, modify } from 'jsonc-parser';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { type Format, type Translate, useT, useText } from '../../../renderer/i18n.ts';
import { unlessGone } from '../../../renderer/shared/failures.tsx';
import { NO_SKILL_EVALS, useActions, useApp } from '../../../renderer/store/index.ts';
import { notify } from '../../../renderer/ui/index.ts';
import { Select, TextField, type TextFieldProps } from '../../../renderer/ui/on-demand.ts';
import { useBench, useBenchActions } from '../../../renderer/workbench/use-workbench.ts';
import { dirtyOf } from '../../../renderer/workbench/workbench-state.ts';
import {
  type EvalCase,
  evalsFileSchema,
  type Graded,
  type TriggerCase,
  triggersFileSchema,
} from '../../../shared/evals.ts';
import type { KnownDetail } from '../../../shared/messages/detail.ts';
import type { TrashedSkill } from '../../../shared/skills/skill-import.ts';
import { linesOf } from '../../../shared/text/text.ts';
import type { EvalRequest, TakenFile } from '../contract.ts';
import { readCasesText } from '../read-cases-text.ts';

/** The files of cases as text: read into rows, and changed so that all that is not touched stays as it was written. */
export const CASES_FILE = 'evals/evals.json';
export const SENTENCES_FILE = 'evals/triggers.json';

type Rows<T> =
  | { readonly kind: 'rows'; readonly rows: readonly T[] }
  /** The first fault. */
  | { readonly kind: 'broken'; readonly detail: KnownDetail };

const FORMAT = { formattingOptions: { insertSpaces: true, tabSize: 2 } };

const change = (text: string, path: JSONPath, value: unknown, isArrayInsertion = false): string =>
  applyEdits(text, modify(text, path, value, { ...FORMAT, isArrayInsertion }));

function read<T, R>(text: string, file: string, schema: z.ZodType<T>, rowsOf: (file: T) => readonly R[]): Rows<R> {
  if (text.trim() === '') return { kind: 'rows', rows: [] };
  const found = readCasesText(text, file, schema);
  return 'value' in found ? { kind: 'rows', rows: rowsOf(found.value) } : { kind: 'broken', detail: found };
}

export const readCaseRows = (text: string): Rows<EvalCase> =>
  read(text, CASES_FILE, evalsFileSchema, ({ evals }) => evals);
export const readSentences = (text: string): Rows<TriggerCase> =>
  read(text, SENTENCES_FILE, triggersFileSchema, (rows) => rows);

/** Adds a case at the end; its id is free. */
export function withCase(text: string, skill: string, rows: readonly EvalCase[], added: Omit<EvalCase, 'id'>): string {
  let number = rows.length + 1;
  while (rows.some(({ id }) => id === `case-${number}`)) number += 1;
  const one = { id: `case-${number}`, ...added };
  if (text.trim() === '') return `${JSON.stringify({ skill_name: skill, evals: [one] }, null, 2)}\n`;
  return change(text, ['evals', rows.length], one, true);
}

export const withoutCase = (text: string, index: number): string => change(text, ['evals', index], undefined);

/** `undefined` and empty values remove the field. Expectations keep the name that the file gives them. */
export function withField(text: string, index: number, field: keyof EvalCase, value: unknown, now: EvalCase): string {
  const name = field === 'expectations' && now.expectations === undefined && now.assertions !== undefined;
  const isEmpty = value === '' || (Array.isArray(value) && value.length === 0);
  return change(text, ['evals', index, name ? 'assertions' : field], isEmpty ? undefined : value);
}

export function withSentence(text: string, rows: readonly TriggerCase[], added: TriggerCase): string {
  if (text.trim() === '') return `${JSON.stringify([added], null, 2)}\n`;
  return change(text, [rows.length], added, true);
}

export const withoutSentence = (text: string, index: number): string => change(text, [index], undefined);

/** A sentence may be under either of its names. */
export function withSentenceField(text: string, index: number, changed: Partial<TriggerCase>): string {
  const file = JSON.parse(text) as readonly Record<string, unknown>[];
  const name = file[index]?.query === undefined ? 'prompt' : 'query';
  return Object.entries(changed).reduce(
    (now, [field, value]) => change(now, [index, field === 'query' ? name : field], value),
    text,
  );
}

/** 1-based line of a case in the text, to go there. */
export function lineOfCase(text: string, index: number): number {
  // An edit of its id changes text on its line.
  const [edit] = modify(text, ['evals', index, 'id'], '', FORMAT);
  return text.slice(0, edit?.offset ?? 0).split('\n').length;
}

/** Name of a configuration: `with_skill MODEL` where several models are compared. */
export function sideName(
  t: Translate,
  name: string,
  request: Pick<EvalRequest, 'skill' | 'against' | 'unsaved'>,
): string {
  const [, side = name, model] = /^(with_skill|without_skill|against)(?: (.+))?$/.exec(name) ?? [];
  const { skill, against = '', unsaved } = request;
  const words = {
    with_skill: unsaved === undefined ? t('evals.sides.with') : t('evals.sides.draft'),
    without_skill: t('evals.sides.without'),
    against: comparedWith(t, skill, against),
  }[side];
  return model === undefined ? (words ?? name) : t('evals.sides.model', { side: words ?? name, model });
}

function comparedWith(t: Translate, skill: string, against: string): string {
  if (against === skill) return t('evals.sides.saved');
  // Hash in `metadata.version`: the first characters are enough to tell two apart.
  if (/^[0-9a-f]{12}$/.test(against)) return t('evals.sides.version', { hash: against.slice(0, 7) });
  if (/^\d{4}-\d\d-\d\dT[\dZ-]+-[0-9a-f]{8}$/.test(against)) return t('evals.sides.replaced');
  return t('evals.sides.against', { what: against });
}

/** The author's sentence, or the check's in the person's language. */
export const expectationText = (t: Translate, { text, check }: Pick<Graded, 'text' | 'check'>): string =>
  check === undefined ? text : t(`evals.checks.${check.code}`, check.values);

/** Steps that can be undone. */
const MOST_STEPS = 100;

export interface EditedRows<T> {
  /** Undefined while the file is being read. */
  readonly read: Rows<T> | undefined;
  readonly rows: readonly T[];
  readonly text: string;
  readonly isThere: boolean;
  /** @param step edits with the same name in a row are one step of undo. */
  edit(text: string, step: string): Promise<void>;
  readonly undo: (() => void) | undefined;
}

/** A file of rows in the workbench: the same unsaved text that the editor shows. */
export function useRows<T>(path: string, read: (text: string) => Rows<T>): EditedRows<T> {
  const isListed = useBench((state) => state.tree?.files.some((file) => file.path === path) === true);
  const buffer = useBench((state) => state.buffers[path]);
  const { look, edit, addFile } = useBenchActions();
  const last = useRef('');
  const [steps, setSteps] = useState<readonly string[]>([]);
  useEffect(() => {
    if (isListed) void look(path);
  }, [isListed, look, path]);

  const text = buffer?.text ?? '';
  const found = buffer === undefined && isListed ? undefined : read(text);
  return {
    read: found,
    rows: found?.kind === 'rows' ? found.rows : [],
    text,
    isThere: buffer !== undefined,
    async edit(next, step) {
      if (step !== last.current) setSteps((before) => [...before.slice(1 - MOST_STEPS), text]);
      last.current = step;
      if (buffer === undefined && !isListed && (await addFile(path)) !== undefined) return;
      edit(path, next);
    },
    undo:
      steps.length === 0
        ? undefined
        : () => {
            last.current = '';
            edit(path, steps.at(-1) ?? '');
            setSteps(steps.slice(0, -1));
          },
  };
}

/** Puts texts of a version into the skill, and what prevents that. */
export function useTake(skill: string, writable: boolean) {
  const { t, format } = useText();
  const { improving } = useActions();
  const { refresh } = useBenchActions();
  const isEdited = useBench((state) => dirtyOf(state).length > 0);
  return {
    refused: writable ? (isEdited ? t('improving.unsaved') : undefined) : t('improving.readOnly'),
    /** @returns whether the skill is at that version now. */
    async take(files: TakenFile[]): Promise<boolean> {
      const changed = await improving.take(skill, files);
      if (changed === undefined) return false;
      const count = changed.length;
      notify.done(
        count === 0
          ? t('improving.versions.already')
          : t('improving.versions.taken', { count, n: format.number(count) }),
      );
      await refresh();
      return true;
    },
  };
}

/** A list, one item a line. Lines that are still empty stay while one types. */
export function Lines({
  values,
  onChange,
  ...rest
}: Omit<TextFieldProps, 'value' | 'onChange'> & {
  readonly values: readonly string[];
  readonly onChange: (values: string[]) => void;
}) {
  const [typed, setTyped] = useState(() => values.join('\n'));
  const isSame = linesOf(typed).join('\n') === linesOf(values.join('\n')).join('\n');
  return (
    <TextField
      rows={2}
      {...rest}
      value={isSame ? typed : values.join('\n')}
      onChange={(text) => {
        setTyped(text);
        onChange(linesOf(text));
      }}
    />
  );
}

/** A number above 0, or nothing. What is no number yet is shown and not passed on. */
export function Amount({
  label,
  description,
  error,
  value,
  whole = true,
  readOnly = false,
  className,
  onChange,
}: {
  readonly label: string;
  readonly description?: string | undefined;
  readonly error: string;
  readonly value: number | undefined;
  readonly whole?: boolean;
  readonly readOnly?: boolean;
  readonly className?: string | undefined;
  readonly onChange: (value: number | undefined) => void;
}) {
  const [typed, setTyped] = useState(() => (value === undefined ? '' : String(value)));
  const amountOf = (text: string) => (text.trim() === '' ? undefined : Number(text));
  const isGood = (amount: number | undefined) =>
    amount === undefined || (amount > 0 && (whole ? Number.isSafeInteger(amount) : Number.isFinite(amount)));
  const now = amountOf(typed);
  const shown = isGood(now) && now !== value ? (value === undefined ? '' : String(value)) : typed;
  return (
    <TextField
      label={label}
      inputMode="decimal"
      value={shown}
      readOnly={readOnly}
      className={className}
      {...(description === undefined ? {} : { description })}
      {...(isGood(amountOf(shown)) ? {} : { error })}
      onChange={(text) => {
        setTyped(text);
        const amount = amountOf(text);
        if (isGood(amount)) onChange(amount);
      }}
    />
  );
}

/** The other side of a comparison: `none`, `without`, `saved`, `version:HASH`, `replaced:ENTRY`, `skill:ID`, `path:FOLDER OR ARCHIVE`. */
export type Comparison = string;

const PATH = 'path:';
const isWholePath = (path: string): boolean => /^(?:[\\/]|[a-z]:[\\/])/i.test(path);

/** `against` of an eval; undefined where it names no other version. */
export const againstOf = (skill: string, compare: Comparison): string | undefined =>
  compare === 'saved' ? skill : /^(?:version|replaced|skill|path):\s*(\S.*)$/.exec(compare)?.[1]?.trim();

/** False while a folder or an archive has no whole path yet. */
export const isChosen = (compare: Comparison): boolean =>
  !compare.startsWith(PATH) || isWholePath(compare.slice(PATH.length).trim());

/** Without the skill, as saved, versions of before, what an import replaced, other skills, a folder or an archive. */
export function CompareField({
  skill,
  isEdited,
  value,
  onChange,
}: {
  readonly skill: string;
  readonly isEdited: boolean;
  readonly value: Comparison;
  readonly onChange: (value: Comparison) => void;
}) {
  const t = useT();
  const options = useComparisons(skill, isEdited);
  const path = value.startsWith(PATH) ? value.slice(PATH.length) : undefined;
  const chosen = path === undefined ? value : PATH;
  return (
    <>
      <Select
        className="w-64"
        label={t('evals.form.compare')}
        value={options.some((option) => option.value === chosen) ? chosen : 'without'}
        options={options}
        onChange={onChange}
      />
      {path === undefined ? null : (
        <TextField
          className="w-72"
          label={t('evals.compare.pathLabel')}
          placeholder="/home/ada/greet-1.0.skill"
          spellCheck={false}
          value={path}
          onChange={(text) => onChange(PATH + text)}
          error={path.trim() === '' || isWholePath(path.trim()) ? undefined : t('evals.compare.notWhole')}
        />
      )}
    </>
  );
}

function useComparisons(skill: string, isEdited: boolean) {
  const { t, format } = useText();
  const { past = [] } = useApp((data) => data.evals[skill] ?? NO_SKILL_EVALS);
  const skills = useApp((data) => data.skills?.skills);
  const replaced = useReplaced(skill);
  const versions = new Map(
    past.flatMap(({ result: { metadata } }) =>
      metadata.version === undefined ? [] : [[metadata.version, metadata.timestamp] as const],
    ),
  );
  return [
    { value: 'without', label: t('evals.sides.without') },
    { value: 'none', label: t('evals.compare.none') },
    ...(isEdited ? [{ value: 'saved', label: t('evals.compare.saved') }] : []),
    ...[...versions].map(([hash, at]) => ({
      value: `version:${hash}`,
      label: t('evals.compare.version', { hash: hash.slice(0, 7), at: format.dateTime(at) }),
    })),
    ...replaced.map(({ entry, at }) => ({
      value: `replaced:${entry}`,
      label: t('evals.compare.replaced', { at: format.dateTime(at) }),
    })),
    { value: PATH, label: t('evals.compare.path') },
    ...(skills ?? [])
      .filter(({ id }) => id !== skill)
      .map(({ id }) => ({ value: `skill:${id}`, label: t('evals.compare.skill', { id }) })),
  ];
}

/** Skills that imports and removals put into the trash. */
function useReplaced(skill: string): readonly TrashedSkill[] {
  const { evals } = useActions();
  const [replaced, setReplaced] = useState<readonly TrashedSkill[]>([]);
  useEffect(() => unlessGone(evals.replaced(skill), setReplaced), [evals, skill]);
  return replaced;
}

/** A share as percentage points, with its sign. */
export function signed(format: Format, share: number): string {
  const sign = share < 0 ? '−' : share > 0 ? '+' : '±';
  return `${sign}${format.number(Math.round(Math.abs(share) * 100))}`;
}
