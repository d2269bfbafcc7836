import { ArrowDownToLine } from 'lucide-react';
import { useFormat, useT } from '../../i18n/index.ts';
import { useActions, useSessionState } from '../../store/index.ts';
import { partOf } from './entered.ts';
import { useEntered, useWhereWords } from './use-where.ts';

/** Place and size of a newly loaded part, until it has been sent: then it is a part like any other. */
export function EnteredLine({
  skill,
  path,
  seq,
}: {
  readonly skill: string;
  readonly path?: string;
  readonly seq: number;
}) {
  const t = useT();
  const format = useFormat();
  const { map } = useActions();
  const whereOf = useWhereWords();
  const sent = useSessionState((state) => state.lastRequest?.seq ?? 0);
  const where = useEntered(partOf(skill, path));
  if (seq < sent) return null;
  // Reserves its line while counting: the buttons below must not move.
  if (where === undefined) return <p aria-hidden className="h-[1lh] text-sm" />;
  const n = format.number(where.tokens);
  return (
    <p role="status" className="text-pretty text-ink-soft text-sm">
      <ArrowDownToLine aria-hidden className="mr-1 inline size-3.5 align-[-0.15em] text-accent-ink" />
      <span className="tabular-nums">
        {t('skills.entered.line', { count: where.tokens, n, where: whereOf(where) })}
      </span>{' '}
      <button
        type="button"
        className="cursor-default rounded text-accent-ink underline-offset-2 hover:underline"
        aria-label={t('skills.entered.showOf', { what: path ?? skill })}
        onClick={() => map.show({ tab: 'map', at: undefined, part: where.id })}
      >
        {t('skills.entered.show')}
      </button>
    </p>
  );
}
