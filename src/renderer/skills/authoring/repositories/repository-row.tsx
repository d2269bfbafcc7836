import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { RepositorySynced, RepositoryView } from '../../../../shared/contract/repositories.ts';
import { detailText } from '../../../../shared/messages/detail.ts';
import { repositoryFaultWords } from '../../../../shared/repository-words.ts';
import { useFormat, useLanguage, useT } from '../../../i18n/index.ts';
import { notifyFailure } from '../../../shared/notify-failure.ts';
import { VisibleText } from '../../../shared/visible-text-view.tsx';
import type { Tried } from '../../../store/app/failures.ts';
import { useActions } from '../../../store/index.ts';
import { AlertDialog, Badge, Button, Collapsible, IconButton, Switch } from '../../../ui/index.ts';
import { RepositorySkills } from './repository-skills.tsx';

/** One repository: its state, what it has, and what can be done with it. */
export function RepositoryRow({
  repository,
  onSynced,
}: {
  readonly repository: RepositoryView;
  readonly onSynced: (outcome: Tried<RepositorySynced>) => void;
}) {
  const t = useT();
  const language = useLanguage();
  const format = useFormat();
  const { repositories } = useActions();
  const [syncing, setSyncing] = useState(false);
  const [asking, setAsking] = useState(false);
  const { name, definition, source, fault, seenAt, skills, busy } = repository;
  const waiting = skills.filter(({ standing }) => standing === 'new' || standing === 'update').length;
  const sync = async (ids?: readonly string[]): Promise<void> => {
    setSyncing(true);
    const outcome = await repositories.sync(name, ids);
    setSyncing(false);
    onSynced(outcome);
  };
  const trust = async (auto: boolean): Promise<void> => {
    const outcome = await repositories.trust(name, auto);
    if (!outcome.ok) notifyFailure(outcome.failure);
  };
  const remove = async (): Promise<void> => {
    const outcome = await repositories.remove(name);
    if (!outcome.ok) notifyFailure(outcome.failure);
  };
  return (
    <li className="flex flex-col gap-2 px-3 py-2.5">
      <div className="flex flex-wrap items-start gap-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="flex flex-wrap items-center gap-2 text-base">
            <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
            {fault !== undefined ? (
              <Badge tone="danger">{t('repositories.state.failed')}</Badge>
            ) : seenAt === undefined ? (
              <Badge>{t('repositories.state.never')}</Badge>
            ) : waiting === 0 ? (
              <Badge tone="success">{t('repositories.state.current')}</Badge>
            ) : (
              <Badge tone="warning">
                {t('repositories.state.waiting', { count: waiting, n: format.number(waiting) })}
              </Badge>
            )}
            {source === 'everywhere' ? <Badge>{t('repositories.everywhere')}</Badge> : null}
          </p>
          <p className="break-all font-mono text-ink-soft text-sm">
            <VisibleText text={definition.address} />
            {definition.ref === undefined ? null : ` · ${definition.ref}`}
            {definition.path === undefined ? null : ` · ${definition.path}`}
          </p>
          {seenAt === undefined ? null : (
            <p className="text-ink-soft text-sm">{t('repositories.seen', { when: format.dateTime(seenAt) })}</p>
          )}
        </div>
        <Button
          size="sm"
          busy={syncing || busy}
          aria-label={t('repositories.syncOf', { name })}
          onClick={() => void sync()}
        >
          {t('repositories.sync')}
        </Button>
        <IconButton size="sm" label={t('repositories.removeOf', { name })} onClick={() => setAsking(true)}>
          <Trash2 aria-hidden />
        </IconButton>
      </div>
      {fault === undefined ? null : (
        <p role="alert" className="text-danger text-sm [overflow-wrap:anywhere]">
          <VisibleText text={repositoryFaultWords(language, fault)} />
        </p>
      )}
      <Switch
        label={t('repositories.auto')}
        description={t('repositories.autoHint')}
        checked={definition.auto === true}
        onChange={(next) => void trust(next)}
      />
      {skills.length === 0 ? null : (
        <Collapsible
          summary={t('repositories.skills', { count: skills.length, n: format.number(skills.length) })}
          triggerClassName="py-0.5 text-ink-soft text-sm hover:text-ink"
        >
          <RepositorySkills repository={repository} busy={syncing || busy} onTake={(id) => void sync([id])} />
        </Collapsible>
      )}
      {repository.broken.map(({ where, reason, detail }) => (
        <p key={where} className="text-ink-soft text-sm [overflow-wrap:anywhere]">
          {t('repositories.broken', {
            where: where === '' ? '.' : where,
            reason: detailText(language, detail, reason).text,
          })}
        </p>
      ))}
      <AlertDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('repositories.removeTitle', { name })}
        description={t('repositories.removeText')}
        confirmLabel={t('common.remove')}
        cancelLabel={t('common.cancel')}
        onConfirm={() => void remove()}
      />
    </li>
  );
}
