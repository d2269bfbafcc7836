import { Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useLanguage, useT, useText } from '../../renderer/i18n.ts';
import { FailureNote, notifyFailure } from '../../renderer/shared/failures.tsx';
import { Section, TitledSection, useBusy } from '../../renderer/shared/section.tsx';
import { VisibleText } from '../../renderer/shared/words.tsx';
import { type Failure, type Tried, useActions, useApp } from '../../renderer/store/index.ts';
import { Badge, Button, IconButton, notify } from '../../renderer/ui/index.ts';
import { AlertDialog, Switch, TextField } from '../../renderer/ui/on-demand.ts';
import { defined } from '../../shared/defined.ts';
import { detailText } from '../../shared/messages/failure.ts';
import type { ArchiveDefinition, ArchiveStatus } from '../../shared/review/archive.ts';
import { repositoryFaultWords } from '../../shared/skills/repositories.ts';
import { shownText } from '../../shared/text/invisible.ts';

const given = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim());

/** Adds the archive, or changes the name, the password and the rule of the one that is there. */
function ArchiveForm({ archive: added }: { readonly archive: ArchiveStatus | undefined }) {
  const t = useT();
  const { archive } = useActions();
  const before: Partial<ArchiveDefinition> = added?.definition ?? {};
  const [form, setForm] = useState({
    address: before.address ?? '',
    as: before.as ?? '',
    password: '',
    judged: before.judged ?? false,
    tag: before.tag ?? '',
    skills: (before.skills ?? []).join(', '),
  });
  const [failure, setFailure] = useState<Failure>();
  const [busy, during] = useBusy();
  const set = (field: keyof typeof form) => (value: string | boolean) => setForm((now) => ({ ...now, [field]: value }));
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setFailure(undefined);
    const skills = form.skills.split(/[,，]/).flatMap((one) => given(one) ?? []);
    const { passwordEnv } = before;
    const definition = {
      address: form.address.trim(),
      ...defined({ as: given(form.as), tag: given(form.tag), passwordEnv }),
      ...(form.judged ? { judged: true } : {}),
      ...(skills.length === 0 ? {} : { skills }),
    };
    const saved = await during(archive.add(definition, form.password));
    if (!saved.ok) return setFailure(saved.failure);
    setForm((now) => ({ ...now, password: '' }));
    if (added !== undefined) notify.done(t('archive.saved'));
    void archive.sync();
  };
  const passwordHint =
    before.passwordEnv !== undefined
      ? t('archive.passwordFrom', { name: before.passwordEnv })
      : t(added?.hasPassword === true ? 'archive.passwordStored' : 'repositories.passwordHint');
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-3">
      {added === undefined ? (
        <TextField
          label={t('common.address')}
          description={t('archive.addressHint')}
          placeholder="postgres://team@db.example.com/skilldeck"
          spellCheck={false}
          value={form.address}
          onChange={set('address')}
        />
      ) : null}
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <TextField
          label={t('archive.name')}
          description={t('archive.nameHint')}
          placeholder={added?.as ?? ''}
          value={form.as}
          onChange={set('as')}
        />
        <TextField
          label={t('repositories.password')}
          description={passwordHint}
          type="password"
          autoComplete="off"
          disabled={before.passwordEnv !== undefined}
          value={form.password}
          onChange={set('password')}
        />
      </div>
      {added === undefined ? null : (
        <fieldset className="flex flex-col gap-3 border-line border-t pt-4">
          <legend className="sr-only">{t('archive.rule.title')}</legend>
          <div>
            <h3 className="font-medium text-base">{t('archive.rule.title')}</h3>
            <p className="text-ink-soft text-sm">{t('archive.rule.hint')}</p>
          </div>
          <Switch label={t('archive.rule.judged')} checked={form.judged} onChange={set('judged')} />
          <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
            <TextField label={t('archive.rule.tag')} value={form.tag} onChange={set('tag')} />
            <TextField
              label={t('archive.rule.skills')}
              description={t('archive.rule.skillsHint')}
              spellCheck={false}
              value={form.skills}
              onChange={set('skills')}
            />
          </div>
        </fieldset>
      )}
      {failure === undefined ? null : <FailureNote failure={failure} />}
      <Button
        type="submit"
        variant={added === undefined ? 'primary' : 'secondary'}
        className="self-start"
        busy={busy}
        disabled={form.address.trim() === ''}
      >
        {t(added === undefined ? 'archive.add' : 'common.save')}
      </Button>
    </form>
  );
}

/** The archive's address, whether it can be reached, and what was seen there. */
function ArchiveState({
  archive: { definition, seenAt, fault, busy, own, theirs },
}: {
  readonly archive: ArchiveStatus;
}) {
  const { t, format, language } = useText();
  const { archive } = useActions();
  const [asking, setAsking] = useState(false);
  const report = async (work: Promise<Tried<unknown>>) => {
    const done = await work;
    if (!done.ok) notifyFailure(done.failure);
  };
  return (
    <div className="flex flex-col gap-2 rounded-panel border border-line px-3 py-2.5">
      <div className="flex flex-wrap items-start gap-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="break-all font-mono text-sm">
            <VisibleText text={definition.address} />
          </p>
          <p className="flex flex-wrap items-center gap-2 pt-1 text-ink-soft text-sm">
            {fault !== undefined ? (
              <Badge tone="danger">
                {t(fault.code === 'sign-in' ? 'archive.state.sign-in' : 'archive.state.failed')}
              </Badge>
            ) : seenAt === undefined ? (
              <Badge>{t('repositories.state.never')}</Badge>
            ) : (
              <Badge tone="success">{t('repositories.state.current')}</Badge>
            )}
            {seenAt === undefined ? null : t('repositories.seen', { when: format.dateTime(seenAt) })}
          </p>
        </div>
        <Button size="sm" busy={busy} onClick={() => void report(archive.sync())}>
          {t('archive.check')}
        </Button>
        <IconButton size="sm" label={t('archive.remove')} onClick={() => setAsking(true)} icon={Trash2} />
      </div>
      {fault === undefined ? null : (
        <p role="alert" className="text-danger text-sm [overflow-wrap:anywhere]">
          <VisibleText text={repositoryFaultWords(language, fault)} />
        </p>
      )}
      <p className="text-ink-soft text-sm" role="status">
        {t('archive.own', { count: own, n: format.number(own) })}{' '}
        {t('archive.theirs', { count: theirs, n: format.number(theirs) })}
      </p>
      <AlertDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('archive.removeTitle')}
        description={t('archive.removeText')}
        confirmLabel={t('archive.remove')}
        cancelLabel={t('common.cancel')}
        onConfirm={() => void report(archive.remove())}
      />
    </div>
  );
}

/** The database in which a team shares conversations: where it is, what it has, what waits, and what is shared by itself. */
export function ArchiveSettings() {
  const t = useT();
  const archive = useApp((data) => data.archive);
  if (archive === undefined) return null;
  return (
    <Section>
      <p className="text-pretty text-base text-ink-soft">{t('archive.hint')}</p>
      {archive === null ? (
        <ArchiveForm archive={undefined} />
      ) : (
        <>
          <ArchiveState archive={archive} />
          <Outbox archive={archive} />
          <ArchiveForm key={archive.definition.address} archive={archive} />
        </>
      )}
    </Section>
  );
}

/** Sessions waiting to be shared, those that could not be, and rows that are not what they say. */
function Outbox({ archive: { waiting, failed, refused } }: { readonly archive: ArchiveStatus }) {
  const t = useT();
  const { archive } = useActions();
  const language = useLanguage();
  const reasons = new Map(
    failed.map(({ session, reason, detail }) => [session, detailText(language, detail, reason).text]),
  );
  const waits = new Set(waiting.map(({ session }) => session));
  const items = [...waiting, ...failed.filter(({ session }) => !waits.has(session))];
  const drop = async (session: string) => {
    const done = await archive.drop(session);
    if (!done.ok) notifyFailure(done.failure);
  };
  return (
    <>
      <TitledSection title={t('archive.outbox.title')}>
        {items.length === 0 ? (
          <p className="text-ink-soft text-sm">{t('archive.outbox.empty')}</p>
        ) : (
          <ul className="divide-y divide-line rounded-panel border border-line">
            {items.map(({ session, title: given }) => {
              const title = given === '' ? t('common.untitled') : shownText(given);
              const reason = reasons.get(session);
              return (
                <li key={session} className="flex items-start gap-2 px-3 py-2">
                  <div className="min-w-0 flex-1">
                    <p className="flex items-center gap-2">
                      <span className="min-w-0 truncate font-medium">{title}</span>
                      <Badge tone={reason === undefined ? 'warning' : 'danger'}>
                        {t(reason === undefined ? 'archive.outbox.waiting' : 'archive.outbox.failed')}
                      </Badge>
                    </p>
                    <p className="text-ink-soft text-sm [overflow-wrap:anywhere]">
                      {reason === undefined ? t('archive.outbox.later') : <VisibleText text={reason} />}
                    </p>
                  </div>
                  {waits.has(session) ? (
                    <Button
                      size="sm"
                      variant="ghost"
                      aria-label={t('archive.outbox.dropOf', { title })}
                      onClick={() => void drop(session)}
                    >
                      {t('archive.outbox.drop')}
                    </Button>
                  ) : null}
                </li>
              );
            })}
          </ul>
        )}
      </TitledSection>
      {refused.length === 0 ? null : (
        <TitledSection title={t('archive.refused.title')} hint={t('archive.refused.hint')} className="gap-1">
          <ul className="list-disc pl-5 text-sm">
            {refused.map(({ session, by, reason, detail }) => (
              <li key={`${session} ${by} ${reason}`} className="[overflow-wrap:anywhere]">
                <VisibleText
                  text={t('archive.refused.row', {
                    id: session,
                    by,
                    reason: detailText(language, detail, reason).text,
                  })}
                />
              </li>
            ))}
          </ul>
        </TitledSection>
      )}
    </>
  );
}
