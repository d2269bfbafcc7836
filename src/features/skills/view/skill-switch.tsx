import { Switch as Base } from '@base-ui/react/switch';
import { useState } from 'react';
import { useT } from '../../../renderer/i18n/index.ts';
import { useActions, usePast } from '../../../renderer/store/index.ts';
import { Tooltip } from '../../../renderer/ui/index.ts';
import type { SkillView } from '../../../shared/contract.ts';

/** Level at which this skill's switch takes effect: where it was set last. */
function placeOf(use: SkillView['use']): 'session' | 'environment' | 'everywhere' {
  const by = use?.by;
  return by === 'session' || by === 'environment' ? by : 'everywhere';
}

/** Switch that controls whether the model sees the skill. */
export function SkillSwitch({ skill: { id, use } }: { readonly skill: SkillView }) {
  const t = useT();
  const { switchSkill } = useActions();
  const past = usePast();
  const [busy, setBusy] = useState(false);
  const isOn = use?.enabled !== false;
  const label = t(isOn ? 'skills.switchOff' : 'skills.switchOn', { skill: id });
  const change = async (next: boolean) => {
    setBusy(true);
    await switchSkill(id, next, placeOf(use));
    setBusy(false);
  };
  return (
    <Tooltip content={label} side="left">
      <Base.Root
        checked={isOn}
        disabled={busy || past}
        aria-label={t('skills.switch', { skill: id })}
        onCheckedChange={(next) => void change(next)}
        className="flex h-4 w-7 shrink-0 items-center rounded-full bg-line-strong p-0.5 transition-colors duration-fast data-checked:bg-accent data-disabled:opacity-50"
      >
        <Base.Thumb className="size-3 rounded-full bg-surface transition-transform duration-fast data-checked:translate-x-3" />
      </Base.Root>
    </Tooltip>
  );
}
