import { applyEdits, findNodeAtLocation, type JSONPath, modify, parseTree } from 'jsonc-parser';
import { Plus, TextCursorInput } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import type { z } from 'zod';
import { type Format, type Translate, useT, useText } from '../../../renderer/i18n.ts';
import { unlessGone } from '../../../renderer/shared/failures.tsx';
import { NO_SKILL_EVALS, useActions, useApp } from '../../../renderer/store/index.ts';
import { Button, EmptyState, Spinner } from '../../../renderer/ui/index.ts';
import { Select, TextField } from '../../../renderer/ui/on-demand.ts';
import { DiffView } from '../../../renderer/workbench/diff-view.tsx';
import { useBench, useBenchActions } from '../../../renderer/workbench/use-workbench.ts';
import {
  type EvalCase,
  evalsFileSchema,
  type Graded,
  type TriggerCase,
  triggersFileSchema,
} from '../../../shared/evals.ts';
import { detailIn, type KnownDetail } from '../../../shared/messages/failure.ts';
import type { TrashedSkill } from '../../../shared/skills/skill-import.ts';
import type { EvalRequest } from '../contract.ts';
import { readCasesText } from '../read-cases-text.ts';

/** The files of cases as text: read into rows, and changed so that all that is not touched stays as it was written. */
export const CASES_FILE = 'evals/evals.json';
export const SENTENCES_FILE = 'evals/triggers.json';

type Rows<T> =
  | { readonly kind: 'rows'; readonly rows: readonly T[] }
  /** The first fault. */
  | { readonly kind: 'broken'; readonly detail: KnownDetail };

const FORMAT = { formattingOptions: { insertSpaces: true, tabSize: 2 } };

function read<T, R>(text: string, file: string, schema: z.ZodType<T>, rowsOf: (file: T) => readonly R[]): Rows<R> {
  if (text.trim() === '') return { kind: 'rows', rows: [] };
  const found = readCasesText(text, file, schema);
  return 'value' in found ? { kind: 'rows', rows: rowsOf(found.value) } : { kind: 'broken', detail: found };
}

export const readCaseRows = (text: string): Rows<EvalCase> =>
  read(text, CASES_FILE, evalsFileSchema, ({ evals }) => evals);
export const readSentences = (text: string): Rows<TriggerCase> =>
  read(text, SENTENCES_FILE, triggersFileSchema, (rows) => rows);

/** Adds a row at a place of the file; what is there stays as it was written. */
export const withRow = (text: string, at: JSONPath, row: object): string =>
  `${applyEdits(text, modify(text, at, row, { ...FORMAT, isArrayInsertion: true })).trimEnd()}\n`;

/** 1-based line of a value in the text, to go there. */
export function lineOf(text: string, path: JSONPath): number {
  const tree = parseTree(text);
  const { offset = 0 } = (tree && findNodeAtLocation(tree, path)) ?? {};
  return text.slice(0, offset).split('\n').length;
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

export interface FileOfRows<T> {
  /** Undefined while the file is being read. */
  readonly read: Rows<T> | undefined;
  readonly rows: readonly T[];
  readonly text: string;
  readonly isThere: boolean;
  edit(text: string): Promise<void>;
}

/** A file of rows in the workbench: the same unsaved text that the editor shows. */
export function useRows<T>(path: string, read: (text: string) => Rows<T>): FileOfRows<T> {
  const isListed = useBench((state) => state.tree?.files.some((file) => file.path === path) === true);
  const buffer = useBench((state) => state.buffers[path]);
  const { look, edit, addFile } = useBenchActions();
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
    async edit(next) {
      if (buffer === undefined && !isListed && (await addFile(path)) !== undefined) return;
      edit(path, next);
    },
  };
}

/** A file of cases or sentences: what can be added to it, and its table or the reason why there is none. */
export function RowsFrame<T>({
  file: { read, rows, isThere },
  words,
  writable,
  onAdd,
  onText,
  more,
  children,
}: {
  readonly file: FileOfRows<T>;
  readonly words: 'cases' | 'sentences';
  readonly writable: boolean;
  readonly onAdd: () => void;
  readonly onText: () => void;
  readonly more?: ReactNode;
  readonly children: ReactNode;
}) {
  const { t, language } = useText();
  if (read === undefined) return <Spinner className="m-4" />;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        {writable && read.kind === 'rows' ? (
          <>
            <Button icon={Plus} size="sm" onClick={onAdd}>
              {t(`evals.${words}.add`)}
            </Button>
            {more}
          </>
        ) : null}
        {isThere ? (
          <Button icon={TextCursorInput} size="sm" variant="ghost" onClick={onText}>
            {t('evals.asText')}
          </Button>
        ) : null}
      </div>
      {read.kind === 'broken' ? (
        <p className="text-base text-danger">{t('evals.broken', { why: detailIn(language, read.detail) })}</p>
      ) : rows.length === 0 ? (
        <EmptyState className="py-6" title={t(`evals.${words}.none`)} description={t(`evals.${words}.noneHint`)} />
      ) : (
        children
      )}
    </div>
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

/** Two texts side by side, in a frame. */
export const DiffBox = (props: ComponentProps<typeof DiffView>) => (
  <div className="h-80 overflow-hidden rounded-panel border border-line">
    <DiffView {...props} />
  </div>
);
