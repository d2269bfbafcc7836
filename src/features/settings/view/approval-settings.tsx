import { X } from 'lucide-react';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { useT } from '../../../renderer/i18n.ts';
import { ChoiceList } from '../../../renderer/shared/choice-list.tsx';
import { GrantRows } from '../../../renderer/shared/grant-rows.tsx';
import { EmptyNote, Section, TitledSection, UndoNote } from '../../../renderer/shared/section.tsx';
import { useActions, useSettings } from '../../../renderer/store/index.ts';
import { Button, IconButton } from '../../../renderer/ui/index.ts';
import { TextField } from '../../../renderer/ui/on-demand.ts';
import type { Grant } from '../../../shared/contract/grants.ts';
import { APPROVAL_MODES } from '../../../shared/events.ts';
import type { SkillSecretView, TrustView } from '../contract.ts';

/** Grants beyond one call, each with a button to revoke it. */
function GrantsList() {
  const t = useT();
  const { listGrants, withdrawGrant, restoreGrant } = useActions();
  const [grants, setGrants] = useState<readonly Grant[]>();
  const [withdrawn, setWithdrawn] = useState<Grant>();
  const read = useCallback(async () => setGrants(await listGrants()), [listGrants]);
  useEffect(() => void read(), [read]);
  const withdraw = async (grant: Grant) => {
    if (!(await withdrawGrant(grant.key))) return;
    setWithdrawn(grant);
    await read();
  };
  const restore = async ({ key }: Grant) => {
    if (!(await restoreGrant(key))) return;
    setWithdrawn(undefined);
    await read();
  };
  return (
    <TitledSection title={t('settings.grants.title')} hint={t('settings.grants.hint')}>
      {grants === undefined ? null : grants.length === 0 ? (
        <EmptyNote>{t('settings.grants.empty')}</EmptyNote>
      ) : (
        <GrantRows grants={grants} onWithdraw={(grant) => void withdraw(grant)} />
      )}
      {withdrawn === undefined ? null : (
        <UndoNote key={withdrawn.key} onUndo={() => void restore(withdrawn)}>
          {t('settings.grants.withdrawn')}
        </UndoNote>
      )}
    </TitledSection>
  );
}

function Rules({ kind }: { readonly kind: 'allow' | 'deny' }) {
  const t = useT();
  const { commands } = useSettings();
  const { setSettings } = useActions();
  const [text, setText] = useState('');
  const rules = commands[kind];
  const set = (next: readonly string[]) => setSettings({ commands: { ...commands, [kind]: [...next] } });
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const rule = text.trim().replaceAll(/\s+/g, ' ');
    if (rule === '') return;
    if (rules.includes(rule) || (await set([...rules, rule]))) setText('');
  };
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p className="text-sm">{t(`settings.commands.${kind}`)}</p>
      {rules.length === 0 ? null : (
        <ul aria-label={t(`settings.commands.${kind}`)} className="flex flex-wrap gap-1.5">
          {rules.map((rule) => (
            <li
              key={rule}
              className="flex items-center gap-1 rounded-control border border-line bg-side py-0.5 pr-0.5 pl-2 font-mono text-sm [overflow-wrap:anywhere]"
            >
              {rule}
              <IconButton
                size="sm"
                label={t('settings.commands.remove', { rule })}
                onClick={() => void set(rules.filter((other) => other !== rule))}
                icon={X}
              />
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={(event) => void add(event)} className="flex items-end gap-2">
        <TextField
          label={t(`settings.commands.${kind}Add`)}
          hideLabel
          className="flex-1"
          inputClassName="font-mono"
          placeholder={t(`settings.commands.${kind}Example`)}
          maxLength={200}
          spellCheck={false}
          value={text}
          onChange={setText}
        />
        <Button type="submit" disabled={text.trim() === ''} aria-label={t(`settings.commands.${kind}Add`)}>
          {t('settings.commands.add')}
        </Button>
      </form>
    </div>
  );
}

/** Programs that run without approval, and programs that never run. */
function CommandRules() {
  const t = useT();
  return (
    <TitledSection title={t('settings.commands.title')} hint={t('settings.commands.hint')} className="gap-3">
      <Rules kind="allow" />
      <Rules kind="deny" />
    </TitledSection>
  );
}

/** Skills with their secrets, each with a button that removes it. */
function SecretsList() {
  const t = useT();
  const { listSecrets, removeSecret } = useActions();
  const [secrets, setSecrets] = useState<readonly SkillSecretView[]>();
  const [removed, setRemoved] = useState(false);
  const read = useCallback(async () => setSecrets(await listSecrets()), [listSecrets]);
  useEffect(() => void read(), [read]);
  const remove = async ({ skill, name }: SkillSecretView) => {
    if (await removeSecret(skill, name)) setRemoved(true);
    await read();
  };
  return (
    <TitledSection title={t('settings.secrets.title')} hint={t('settings.secrets.hint')}>
      {secrets === undefined ? null : secrets.length === 0 ? (
        <EmptyNote>{t('settings.secrets.empty')}</EmptyNote>
      ) : (
        <ul className="divide-y divide-line rounded-panel border border-line">
          {secrets.map((secret) => {
            const { skill, name, reach, usable } = secret;
            return (
              <li key={`${skill} ${name}`} className="flex items-start gap-3 px-3 py-2">
                <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                  <p className="text-base">{t('settings.secrets.given', { skill, name })}</p>
                  <p className="text-ink-soft text-sm">
                    {usable
                      ? reach.length === 0
                        ? t('skills.secret.noReach')
                        : t('settings.secrets.reach', { what: reach.join(t('skills.secret.and')) })
                      : t('settings.secrets.lapsed')}
                  </p>
                </div>
                <Button
                  size="sm"
                  aria-label={t('settings.secrets.removeOf', { skill, name })}
                  onClick={() => void remove(secret)}
                >
                  {t('settings.secrets.remove')}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {removed ? (
        <p role="status" className="text-ink-soft text-sm">
          {t('settings.secrets.removed')}
        </p>
      ) : null}
    </TitledSection>
  );
}

/** Project folders that the person decided on; nothing where there are none. */
function TrustedList() {
  const t = useT();
  const { readTrust, setTrust } = useActions();
  const [view, setView] = useState<TrustView>();
  useEffect(() => void readTrust().then(setView), [readTrust]);
  if (view === undefined || view.folders.length === 0) return null;
  return (
    <TitledSection title={t('settings.trust.title')} hint={t('settings.trust.hint')}>
      <ul className="divide-y divide-line rounded-panel border border-line">
        {view.folders.map(({ dir, trusted }) => (
          <li key={dir} className="flex items-start gap-3 px-3 py-2">
            <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              <code className="font-mono text-sm">{dir}</code>
              <p className="text-ink-soft text-sm">{t(trusted ? 'settings.trust.yes' : 'settings.trust.no')}</p>
            </div>
            <Button
              size="sm"
              aria-label={t('settings.trust.forgetOf', { folder: dir })}
              onClick={() => void setTrust(null, { dir }).then((next) => next !== undefined && setView(next))}
            >
              {t('settings.trust.forget')}
            </Button>
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}

export function ApprovalSettings() {
  const t = useT();
  const { approve } = useSettings();
  const { setSettings } = useActions();
  return (
    <Section>
      <ChoiceList
        label={t('settings.approvals.label')}
        hint={t('settings.approvals.hint')}
        value={approve}
        onChange={(mode) => void setSettings({ approve: mode })}
        choices={APPROVAL_MODES.map((mode) => ({
          value: mode,
          label: t(`settings.approvals.${mode}.label`),
          hint: t(`settings.approvals.${mode}.hint`),
        }))}
      />
      <GrantsList />
      <SecretsList />
      <TrustedList />
      <CommandRules />
    </Section>
  );
}
