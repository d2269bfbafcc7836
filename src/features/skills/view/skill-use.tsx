import { useEffect, useState } from 'react';
import { useT } from '../../../renderer/i18n/index.ts';
import { unlessGone } from '../../../renderer/shared/failures.tsx';
import { useActions, useApp, useSession, useSessionState } from '../../../renderer/store/index.ts';
import { Banner, Button } from '../../../renderer/ui/index.ts';
import type { SkillPreview } from '../../../shared/context-views.ts';
import type { SkillView } from '../../../shared/contract.ts';
import { SecretForm } from './secrets.tsx';

export type Phases = SkillPreview['dialects'][number]['phases'];

/** Tokens of each phase in the conversation's dialect; undefined until they are counted, and where they cannot be. */
export function usePhases({ id, tokens }: SkillView): Phases | undefined {
  const { author } = useActions();
  const dialect = useSessionState((state) => state.dialect);
  const placement = useSessionState((state) => state.placement);
  const [phases, setPhases] = useState<Phases>();
  // Counts again if the skill was changed.
  const stamp = tokens === null ? undefined : `${tokens.catalog} ${tokens.instructions}`;
  useEffect(() => {
    if (stamp === undefined) return;
    return unlessGone(author.preview(id, { dialects: [dialect] }), (outcome) => {
      if (!outcome.ok) return;
      const { dialects } = outcome.value;
      setPhases((dialects.find((one) => one.placement === placement) ?? dialects[0])?.phases);
    });
  }, [author, id, dialect, placement, stamp]);
  return phases;
}

type Unmet = NonNullable<SkillView['use']>['unmet'][number];

const SYSTEMS: Readonly<Record<string, string>> = { darwin: 'macOS', linux: 'Linux', win32: 'Windows' };
const systemName = (name: string): string => SYSTEMS[name] ?? name;

/** Missing requirements of the skill, where it was turned off, and where else it can be switched. */
export function SkillUse({ skill }: { readonly skill: SkillView }) {
  const { id, use } = skill;
  const t = useT();
  const { switchSkill } = useActions();
  const { id: session } = useSession();
  const environment = useApp((data) => data.log?.state.environment ?? data.environments?.current ?? 'default');
  if (use === undefined) return null;
  const { enabled, by, unmet } = use;
  const elsewhere = (['session', 'environment'] as const).filter(
    (where) => where !== by && (where === 'environment' || session !== undefined),
  );
  return (
    <>
      {unmet.length === 0 ? null : (
        <Banner
          tone={unmet.some(({ certain }) => certain) ? 'warning' : 'info'}
          title={by === 'machine' ? t('skills.unmet.title') : t('skills.unmet.maybe')}
          className="text-sm"
        >
          <ul>
            {unmet.map((one) => (
              <li key={`${one.kind} ${one.names.join()}`}>
                <UnmetLine unmet={one} />
                {one.kind === 'variable'
                  ? one.names.map((name) => <SecretForm key={name} skill={skill} name={name} />)
                  : null}
              </li>
            ))}
          </ul>
          {by === 'machine' ? <p className="mt-1 text-ink-soft">{t('skills.unmet.anyway')}</p> : null}
        </Banner>
      )}
      {enabled || by === undefined || by === 'machine' ? null : (
        <p className="text-ink-soft">{t(`skills.off.${by}`, { environment })}</p>
      )}
      {by === 'machine' || by === 'trust' ? null : (
        <div className="-ml-2.5 flex flex-wrap">
          {elsewhere.map((where) => (
            <Button key={where} size="sm" variant="ghost" onClick={() => void switchSkill(id, !enabled, where)}>
              {t(`skills.${enabled ? 'offOnly' : 'onOnly'}.${where}`, { environment })}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

function UnmetLine({ unmet: { kind, names, certain } }: { readonly unmet: Unmet }) {
  const t = useT();
  const platform = useApp((data) => data.info?.platform ?? '');
  const shown = (kind === 'system' ? names.map(systemName) : names).join(t('skills.unmet.or'));
  if (kind === 'system') return t('skills.unmet.system', { names: shown, here: systemName(platform) });
  if (kind === 'variable') return t('skills.unmet.variable', { names: shown });
  return t(certain ? 'skills.unmet.program' : 'skills.unmet.perhaps', { names: shown });
}
