import type { LoadedSkill } from '../../../shared/session-state.ts';
import { useFormat, useT } from '../../i18n/index.ts';
import { useActions, usePast } from '../../store/index.ts';
import { Button } from '../../ui/index.ts';
import { DiskNote } from './disk-note.tsx';
import { LoadedMark } from './loaded-mark.tsx';

/** A loaded skill whose folder is missing: it works until unloaded. */
export function GoneRow({ skill: { id, tokens, onDisk } }: { readonly skill: LoadedSkill }) {
  const t = useT();
  const format = useFormat();
  const { unloadSkill } = useActions();
  const past = usePast();
  return (
    <div className="rounded-panel border border-accent/40 bg-accent-soft/40">
      <div className="flex items-start gap-2.5 px-3 py-2.5 pr-2.5">
        <span className="mt-0.5 flex">
          <LoadedMark loaded />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{id}</span>
          <span className="text-ink-soft text-sm tabular-nums">
            {t('common.tokens', { count: tokens, n: format.number(tokens) })}
          </span>
        </span>
        <Button
          size="sm"
          variant="ghost"
          disabled={past}
          aria-label={t('skills.unloadSkill', { skill: id })}
          onClick={() => void unloadSkill(id)}
        >
          {t('common.unload')}
        </Button>
      </div>
      {past ? null : <DiskNote skill={id} onDisk={onDisk ?? { state: 'deleted' }} />}
    </div>
  );
}
