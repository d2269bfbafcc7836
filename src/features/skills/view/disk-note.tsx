import { FileWarning } from 'lucide-react';
import { useState } from 'react';
import { useFormat, useT } from '../../../renderer/i18n/index.ts';
import { useActions } from '../../../renderer/store/index.ts';
import { Button } from '../../../renderer/ui/index.ts';
import type { LoadedSkill } from '../../../shared/session-state.ts';

export type OnDisk = NonNullable<LoadedSkill['onDisk']>;

/** Shown in the skill's row if the loaded version differs from disk, with a button to reload. */
export function DiskNote({ skill, onDisk }: { readonly skill: string; readonly onDisk: OnDisk }) {
  const t = useT();
  const format = useFormat();
  const { reloadSkill } = useActions();
  const [busy, setBusy] = useState(false);
  const { state, tokens = 0 } = onDisk;
  const reload = async () => {
    setBusy(true);
    await reloadSkill(skill);
    setBusy(false);
  };
  const n = `${tokens < 0 ? '−' : '+'}${format.number(Math.abs(tokens))}`;
  return (
    <div role="status" className="flex items-center gap-2 rounded-b-panel bg-warning-soft px-3 py-1.5 text-sm">
      <FileWarning aria-hidden className="size-4 shrink-0 text-warning" />
      <span className="min-w-0 flex-1 text-pretty">{t(`skills.onDisk.${state}`)}</span>
      {state === 'changed' ? (
        <Button size="sm" busy={busy} aria-label={t('skills.reloadSkill', { skill, n })} onClick={() => void reload()}>
          {t('skills.reload', { count: Math.abs(tokens), n })}
        </Button>
      ) : null}
    </div>
  );
}
