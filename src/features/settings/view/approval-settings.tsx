import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useT, useText } from '../../../renderer/i18n.ts';
import { ChoiceList } from '../../../renderer/shared/choice-list.tsx';
import { EmptyNote, Section, TitledSection, UndoNote } from '../../../renderer/shared/section.tsx';
import { visiblePieces } from '../../../renderer/shared/words.tsx';
import { useActions, useSettings } from '../../../renderer/store/index.ts';
import { Button } from '../../../renderer/ui/index.ts';
import { scriptTitle } from '../../../shared/approvals.ts';
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
            const access =
              reach.length === 0
                ? t('skills.secret.noReach')
                : t('settings.secrets.reach', { what: reach.join(t('skills.secret.and')) });
            return (
              <Revocable
                key={`${skill} ${name}`}
                what={t('settings.secrets.given', { skill, name })}
                note={usable ? access : t('settings.secrets.lapsed')}
                action={t('settings.secrets.remove')}
                label={t('settings.secrets.removeOf', { skill, name })}
                onPress={() => void remove(secret)}
              />
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
          <Revocable
            key={dir}
            what={<code className="font-mono text-sm">{dir}</code>}
            note={t(trusted ? 'settings.trust.yes' : 'settings.trust.no')}
            action={t('settings.trust.forget')}
            label={t('settings.trust.forgetOf', { folder: dir })}
            onPress={() => void setTrust(null, { dir }).then((next) => next !== undefined && setView(next))}
          />
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
    </Section>
  );
}

/** Shows invisible characters as code points. */
const plain = (text: string): string =>
  visiblePieces(text)
    .map((piece) => (piece.hidden ? `⟨${piece.text}⟩` : piece.text))
    .join('');

function useGrantWords(): (grant: Grant) => string {
  const t = useT();
  return useCallback(
    (grant) => {
      const { what } = grant;
      const [label, skill] = [plain(grant.label), plain(grant.skill ?? '')];
      if (label === '') return t(`settings.grants.old.${what}`);
      if (what === 'script') return t('settings.grants.script', { skill, script: scriptTitle(label) });
      if (what === 'needs') return t('settings.grants.needs', { skill, what: label });
      return t(`settings.grants.${what}`, { what: label });
    },
    [t],
  );
}

/** The same, with what is typed or read by a machine in its own face. */
function GrantSaid({ grant, words }: { readonly grant: Grant; readonly words: string }) {
  const exact = plain(grant.label);
  const at = grant.what === 'command' || grant.what === 'folder' ? words.indexOf(exact) : -1;
  if (exact === '' || at < 0) return words;
  return (
    <>
      {words.slice(0, at)}
      <code className="font-mono text-sm">{exact}</code>
      {words.slice(at + exact.length)}
    </>
  );
}

/** A row with one button that takes back what it names. */
function Revocable({
  what,
  note,
  action,
  label,
  onPress,
}: {
  readonly what: ReactNode;
  readonly note: string;
  readonly action: string;
  /** The action with what it is about. */
  readonly label: string;
  readonly onPress: () => void;
}) {
  return (
    <li className="flex items-start gap-3 px-3 py-2">
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p className="text-base">{what}</p>
        <p className="text-ink-soft text-sm">{note}</p>
      </div>
      <Button size="sm" aria-label={label} onClick={onPress}>
        {action}
      </Button>
    </li>
  );
}

/** Grants beyond one call, each with a button to revoke it. */
function GrantRows({
  grants,
  onWithdraw,
}: {
  readonly grants: readonly Grant[];
  readonly onWithdraw: (grant: Grant) => void;
}) {
  const { t, format } = useText();
  const inWords = useGrantWords();
  return (
    <ul className="divide-y divide-line rounded-panel border border-line">
      {grants.map((grant) => (
        <Revocable
          key={`${grant.key} ${grant.sessionId}`}
          what={<GrantSaid grant={grant} words={inWords(grant)} />}
          note={`${t(`settings.grants.span.${grant.span}`)}${grant.at === undefined ? '' : ` · ${format.dateTime(grant.at)}`}`}
          action={t('settings.grants.withdraw')}
          label={t('settings.grants.withdrawOf', { what: inWords(grant) })}
          onPress={() => onWithdraw(grant)}
        />
      ))}
    </ul>
  );
}
