import { Trash2 } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { useFormat, useLanguage, useT } from '../../../renderer/i18n.ts';
import { FailureNote, notifyFailed } from '../../../renderer/shared/failures.tsx';
import { useBusy } from '../../../renderer/shared/section.tsx';
import { VisibleText } from '../../../renderer/shared/words.tsx';
import { type Failure, useActions } from '../../../renderer/store/index.ts';
import type { Tried } from '../../../renderer/store/slices/failures.ts';
import { Badge, Button, IconButton, notify, type Tone } from '../../../renderer/ui/index.ts';
import { AlertDialog, Collapsible, Dialog, Switch, TextField } from '../../../renderer/ui/on-demand.ts';
import { detailText } from '../../../shared/messages/failure.ts';
import { hasWords, repositoryFaultWords, type Standing } from '../../../shared/skills/repositories.ts';
import type { RepositoriesView, RepositorySkill, RepositorySynced, RepositoryView } from '../contract.ts';
import { useInstalledNotice, usePlanReview } from './import.tsx';

/** Rows shown at a time; the rest is found by searching. */
const MAX_ROWS = 50;

const TONES: Readonly<Record<Standing, Tone>> = {
  new: 'warning',
  offered: 'neutral',
  current: 'success',
  update: 'warning',
  gone: 'neutral',
  removed: 'neutral',
};
const TAKEN: readonly Standing[] = ['current', 'gone'];

/** Skills of a repository, as last seen, with the cost of each. */
function RepositorySkills({
  repository: { name, skills },
  busy,
  onTake,
}: {
  readonly repository: RepositoryView;
  readonly busy: boolean;
  readonly onTake: (id: string) => void;
}) {
  const t = useT();
  const format = useFormat();
  const [words, setWords] = useState('');
  const found = skills.filter((skill) => hasWords(skill, words.trim()));
  const costOf = ({ tokens }: RepositorySkill): string | undefined => {
    if (tokens === null) return undefined;
    const { catalog, instructions } = tokens;
    if (instructions === null) return t('repositories.costListed', { n: format.number(catalog) });
    return t('repositories.cost', { n: format.number(catalog), loaded: format.number(instructions) });
  };
  return (
    <div className="flex flex-col gap-2 pt-2">
      {skills.length > 5 ? (
        <TextField label={t('repositories.search', { name })} type="search" value={words} onChange={setWords} />
      ) : null}
      <ul aria-label={t('repositories.skillsOf', { name })} className="flex flex-col divide-y divide-line">
        {found.slice(0, MAX_ROWS).map((skill) => {
          const { id, description, version, installed, standing, plugin } = skill;
          const cost = costOf(skill);
          return (
            <li key={id} className="flex flex-wrap items-start gap-2 py-2">
              <div className="min-w-0 flex-1 basis-60">
                <p className="flex flex-wrap items-center gap-2 text-base">
                  <span className="font-medium [overflow-wrap:anywhere]">
                    <VisibleText text={id} />
                  </span>
                  {version === undefined && installed === undefined ? null : (
                    <span className="text-ink-soft text-sm">
                      {installed === undefined || installed === version ? version : `${installed} → ${version ?? ''}`}
                    </span>
                  )}
                  {plugin === undefined ? null : (
                    <span className="text-ink-soft text-sm [overflow-wrap:anywhere]">
                      <VisibleText text={t('repositories.plugin', { name: plugin })} />
                    </span>
                  )}
                  <Badge tone={TONES[standing]}>{t(`repositories.standing.${standing}`)}</Badge>
                </p>
                <p className="line-clamp-2 text-ink-soft text-sm [overflow-wrap:anywhere]">
                  <VisibleText text={description} />
                </p>
                {cost === undefined ? null : <p className="text-ink-soft text-sm">{cost}</p>}
              </div>
              {TAKEN.includes(standing) ? null : (
                <Button
                  size="sm"
                  disabled={busy}
                  aria-label={t(standing === 'update' ? 'repositories.updateOf' : 'repositories.installOf', { id })}
                  onClick={() => onTake(id)}
                >
                  {t(standing === 'update' ? 'repositories.update' : 'repositories.install')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {found.length > MAX_ROWS ? (
        <p className="text-ink-soft text-sm">{t('repositories.rest', { n: format.number(found.length - MAX_ROWS) })}</p>
      ) : null}
      {found.length === 0 ? <p className="text-ink-soft text-sm">{t('repositories.nothingFound')}</p> : null}
    </div>
  );
}

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
  const [syncing, during] = useBusy();
  const [asking, setAsking] = useState(false);
  const { name, definition, source, fault, seenAt, skills, busy } = repository;
  const waiting = skills.filter(({ standing }) => standing === 'new' || standing === 'update').length;
  const sync = async (ids?: readonly string[]): Promise<void> => {
    onSynced(await during(repositories.sync(name, ids)));
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
        onChange={(next) => void notifyFailed(repositories.trust(name, next))}
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
        onConfirm={() => void notifyFailed(repositories.remove(name))}
      />
    </li>
  );
}

const EMPTY = { address: '', ref: '', path: '', password: '' };
/** Kinds that sign in with their own password; Git has its credentials. */
const SIGNS_IN = /^(?:oci|postgres|postgresql|mysql|mariadb|nacos):\/\//i;

/** Adds a repository and looks at once what it has. */
export function AddRepository({
  onSynced,
}: {
  readonly onSynced: (name: string, outcome: Tried<RepositorySynced>) => void;
}) {
  const t = useT();
  const { repositories } = useActions();
  const [form, setForm] = useState(EMPTY);
  const [failure, setFailure] = useState<Failure>();
  const [busy, during] = useBusy();
  const set = (field: keyof typeof EMPTY) => (value: string) => setForm((before) => ({ ...before, [field]: value }));
  const address = form.address.trim();
  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setFailure(undefined);
    const [ref, path] = [form.ref.trim(), form.path.trim()];
    const repository = { address, ...(ref === '' ? {} : { ref }), ...(path === '' ? {} : { path }) };
    const added = await repositories.add(repository, SIGNS_IN.test(address) ? form.password : '');
    if (added.ok) {
      setForm(EMPTY);
      onSynced(added.value.name, await repositories.sync(added.value.name));
    } else setFailure(added.failure);
  };
  return (
    <form
      aria-label={t('repositories.add')}
      onSubmit={(event) => void during(add(event))}
      className="flex flex-col gap-3"
    >
      <TextField
        label={t('author.import.address')}
        description={t('repositories.addressHint')}
        placeholder="https://github.com/anthropics/skills"
        spellCheck={false}
        value={form.address}
        onChange={set('address')}
      />
      {SIGNS_IN.test(address) ? (
        <TextField
          label={t('repositories.password')}
          description={t('repositories.passwordHint')}
          type="password"
          autoComplete="off"
          value={form.password}
          onChange={set('password')}
        />
      ) : (
        <Collapsible summary={t('repositories.more')} triggerClassName="py-0.5 text-sm">
          <div className="grid grid-cols-1 gap-3 pt-2 sm:grid-cols-2">
            <TextField label={t('repositories.ref')} spellCheck={false} value={form.ref} onChange={set('ref')} />
            <TextField label={t('repositories.path')} spellCheck={false} value={form.path} onChange={set('path')} />
          </div>
        </Collapsible>
      )}
      {failure === undefined ? null : <FailureNote failure={failure} />}
      <Button type="submit" className="self-start" busy={busy} disabled={address === ''}>
        {t('repositories.add')}
      </Button>
    </form>
  );
}

/** Repositories of the team's skills: added here, looked at, and installed after review. */
export function RepositoriesDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const t = useT();
  const { repositories } = useActions();
  const [view, setView] = useState<RepositoriesView>();
  const tell = useInstalledNotice();
  const { plan, show, setFailure, close, footer, body } = usePlanReview(repositories.take, {
    onInstalled: tell,
    onClose,
    backLabel: t('common.back'),
  });
  useEffect(() => {
    const stop = new AbortController();
    repositories.follow(setView, stop.signal);
    return () => stop.abort();
  }, [repositories]);

  const review = (name: string, outcome: Tried<RepositorySynced>): void => {
    if (!outcome.ok) {
      setFailure(outcome.failure);
      return;
    }
    const { installed, plan: found, repository } = outcome.value;
    show(found ?? undefined);
    tell(installed);
    if (found === null && installed.length === 0 && repository.fault === undefined)
      notify.done(t('repositories.upToDate', { name }));
  };

  return (
    <Dialog
      growing
      open={open}
      onClose={close}
      size="lg"
      title={t('repositories.title')}
      description={plan === undefined ? t('repositories.description') : t('author.import.planDescription')}
      footer={plan === undefined ? <Button onClick={close}>{t('common.close')}</Button> : footer}
    >
      <div className="flex flex-col gap-4">
        {plan !== undefined || view === undefined ? null : (
          <>
            {view.repositories.length === 0 ? (
              <p className="rounded-panel border border-line border-dashed px-3 py-3 text-ink-soft text-sm">
                {t('repositories.empty')}
              </p>
            ) : (
              <ul
                aria-label={t('repositories.inEnvironment', { name: view.environment })}
                className="divide-y divide-line rounded-panel border border-line"
              >
                {view.repositories.map((one) => (
                  <RepositoryRow key={one.name} repository={one} onSynced={(outcome) => review(one.name, outcome)} />
                ))}
              </ul>
            )}
            <AddRepository onSynced={review} />
          </>
        )}
        {body}
      </div>
    </Dialog>
  );
}
