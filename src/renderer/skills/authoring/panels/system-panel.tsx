import { useFormat, useT } from '../../../i18n/index.ts';
import { Select, Switch } from '../../../ui/index.ts';
import { DiffView } from '../editor/diff-view.tsx';
import { useBench } from '../use-workbench.ts';
import { PanelWaiting } from './panel-waiting.tsx';

/** Change to compare: `:load` or a path; no path equals `:load`. */
export interface SystemChoice {
  readonly chosen: string;
  readonly unfolded: boolean;
}
export const LOADING: SystemChoice = { chosen: ':load', unfolded: false };

/** The exact system message before and after: the load itself, or one reference more. */
export function SystemPanel({
  choice: { chosen, unfolded },
  onChoose,
}: {
  readonly choice: SystemChoice;
  readonly onChoose: (choice: SystemChoice) => void;
}) {
  const t = useT();
  const format = useFormat();
  const check = useBench((state) => state.check);
  if (check === undefined) {
    return <PanelWaiting>{t('author.system.building')}</PanelWaiting>;
  }
  const { before, loaded, withReferences } = check.system;
  const reference = withReferences.find(({ path }) => path === chosen);
  const [left, right] = reference === undefined ? [before, loaded] : [loaded, reference.text];
  const sizeOf = (text: string): string => format.bytes(new TextEncoder().encode(text).length);
  const leftLabel = t(reference === undefined ? 'common.notLoaded' : 'common.loaded');
  const rightLabel = reference === undefined ? t('common.loaded') : t('author.system.with', { path: reference.path });
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-4 py-2">
        <Select
          label={t('author.system.compare')}
          hideLabel
          className="w-72"
          value={reference === undefined ? LOADING.chosen : chosen}
          options={[
            { value: LOADING.chosen, label: t('author.system.load') },
            ...withReferences.map(({ path }) => ({ value: path, label: t('author.system.reference', { path }) })),
          ]}
          onChange={(next) => onChoose({ chosen: next, unfolded })}
        />
        <Switch
          checked={unfolded}
          onChange={(next) => onChoose({ chosen, unfolded: next })}
          label={t('author.system.unfolded')}
        />
        <span className="ml-auto text-ink-soft text-sm">{t('author.system.exact')}</span>
      </div>
      <div aria-hidden className="grid shrink-0 grid-cols-2 border-line border-b bg-side text-ink-soft text-sm">
        <span className="truncate px-4 py-1">
          {leftLabel} · {sizeOf(left)}
        </span>
        <span className="truncate px-4 py-1">
          {rightLabel} · {sizeOf(right)}
        </span>
      </div>
      {left === right ? (
        <p className="p-4 text-ink-soft text-sm">{t('author.system.same')}</p>
      ) : (
        <div className="min-h-0 flex-1">
          <DiffView before={left} after={right} beforeLabel={leftLabel} afterLabel={rightLabel} unfolded={unfolded} />
        </div>
      )}
    </div>
  );
}
