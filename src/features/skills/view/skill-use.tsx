import { type FormEvent, useEffect, useState } from 'react';
import { useT } from '../../../renderer/i18n.ts';
import { unlessGone } from '../../../renderer/shared/failures.tsx';
import { useFindingWords } from '../../../renderer/shared/words.tsx';
import { useActions, useApp, useSession, useSessionState } from '../../../renderer/store/index.ts';
import { Banner, Button } from '../../../renderer/ui/index.ts';
import { Collapsible, TextField } from '../../../renderer/ui/on-demand.ts';
import type { SkillPreview } from '../../../shared/context-views.ts';
import type { SkillView } from '../../../shared/contract.ts';

/** Asks for a secret that the skill needs or can use, with what it could reach with it. */
function SecretForm({ skill: { id, needs }, name }: { readonly skill: SkillView; readonly name: string }) {
  const t = useT();
  const { setSecret } = useActions();
  const [value, setValue] = useState('');
  const [saving, setSaving] = useState(false);
  const { hosts = [], folders = [], programs = [], withSecret = [] } = needs ?? {};
  const reach = [...hosts, ...withSecret.flatMap((one) => one.hosts), ...folders.map(({ path }) => path), ...programs];
  const give = async (event: FormEvent) => {
    event.preventDefault();
    setSaving(true);
    if (await setSecret(id, name, value)) setValue('');
    setSaving(false);
  };
  return (
    <form onSubmit={(event) => void give(event)} className="mt-1 flex flex-col gap-1.5">
      <TextField
        label={t('skills.secret.label', { name })}
        type="password"
        autoComplete="off"
        spellCheck={false}
        maxLength={32_768}
        value={value}
        onChange={setValue}
        description={
          <>
            {t('skills.secret.only')}{' '}
            {reach.length === 0
              ? t('skills.secret.noReach')
              : t('skills.secret.reach', { what: reach.join(t('skills.secret.and')) })}
          </>
        }
      />
      <Button type="submit" size="sm" className="self-start" disabled={saving || value.length < 4}>
        {t('common.save')}
      </Button>
    </form>
  );
}

/** Secrets that the skill can use and works without. */
export function OptionalSecrets({ skill }: { readonly skill: SkillView }) {
  const t = useT();
  const names = skill.optionalSecrets ?? [];
  if (names.length === 0) return null;
  return (
    <Collapsible
      summary={<h3 className="font-medium text-ink-soft text-xs">{t('skills.secret.optional')}</h3>}
      triggerClassName="py-0.5"
    >
      <ul className="flex flex-col gap-3 pt-1">
        {names.map((name) => (
          <li key={name}>
            {name.endsWith('*') ? (
              <NamedSecret skill={skill} prefix={name.slice(0, -1)} />
            ) : (
              <SecretForm skill={skill} name={name} />
            )}
          </li>
        ))}
      </ul>
    </Collapsible>
  );
}

/** One of several secrets whose names begin alike: the rest of the name is typed first. */
function NamedSecret({ skill, prefix }: { readonly skill: SkillView; readonly prefix: string }) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const rest = typed
    .trim()
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_');
  return (
    <>
      <TextField
        label={t('skills.secret.name', { prefix })}
        description={t('skills.secret.nameHint', { name: `${prefix}${rest === '' ? '…' : rest}` })}
        spellCheck={false}
        autoComplete="off"
        maxLength={60}
        value={typed}
        onChange={setTyped}
      />
      {rest === '' ? null : <SecretForm skill={skill} name={`${prefix}${rest}`} />}
    </>
  );
}

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

/** Missing requirements of the skill, where it was turned off, and where else it can be switched. */
export function SkillUse({ skill }: { readonly skill: SkillView }) {
  const { id, use } = skill;
  const t = useT();
  const wordsOf = useFindingWords();
  const { switchSkill } = useActions();
  const { id: session } = useSession();
  const environment = useApp((data) => data.log?.state.environment ?? data.environments?.current ?? 'default');
  if (use === undefined) return null;
  const { enabled, by } = use;
  const lacks = skill.diagnostics.filter(({ rule }) => rule.endsWith('-work-here'));
  const secrets = use.unmet.filter(({ kind }) => kind === 'variable').flatMap(({ names }) => names);
  const elsewhere = (['session', 'environment'] as const).filter(
    (where) => where !== by && (where === 'environment' || session !== undefined),
  );
  return (
    <>
      {lacks.length === 0 ? null : (
        <Banner
          tone={lacks.some(({ severity }) => severity === 'warning') ? 'warning' : 'info'}
          title={by === 'machine' ? t('skills.unmet.title') : t('skills.unmet.maybe')}
          className="text-sm"
        >
          {lacks.map((one) => (
            <p key={one.message}>{wordsOf(one).what}</p>
          ))}
          {secrets.map((name) => (
            <SecretForm key={name} skill={skill} name={name} />
          ))}
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
