import type { SkillView } from '../../../shared/contract.ts';
import { useFormat, useT } from '../../i18n/index.ts';
import type { Phases } from './use-phases.ts';

/** Cost of the skill by phase: listed, loaded, each reference, its own tools. */
export function PhaseTable({
  tokens,
  phases,
}: {
  readonly tokens: SkillView['tokens'];
  readonly phases: Phases | undefined;
}) {
  const t = useT();
  const format = useFormat();
  if (tokens === null) return null;
  const references = phases?.references.reduce((sum, one) => sum + one.tokens, 0) ?? 0;
  const rows = [
    ['catalog', phases?.catalog ?? tokens.catalog],
    ['instructions', phases?.instructions ?? tokens.instructions],
    ...(references > 0 ? ([['references', references]] as const) : []),
    ...((phases?.tools ?? 0) > 0 ? ([['tools', phases?.tools ?? 0]] as const) : []),
  ] as const;
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-y-0.5">
      {rows.map(([phase, n]) => (
        <div key={phase} className="contents">
          <dt className="text-ink-soft">{t(`skills.phases.${phase}`)}</dt>
          <dd className="text-right tabular-nums">{format.number(n)}</dd>
        </div>
      ))}
    </dl>
  );
}
