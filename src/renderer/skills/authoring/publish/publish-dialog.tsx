import { useId } from 'react';
import type { RepositoryView } from '../../../../shared/contract/repositories.ts';
import { useT } from '../../../i18n/index.ts';
import { FailureNote } from '../../../shared/failure-note.tsx';
import { useActions } from '../../../store/index.ts';
import { Banner, Button, Dialog, Select, Spinner, Switch, TextField } from '../../../ui/index.ts';
import { PublishChecks } from './publish-checks.tsx';
import { PublishedVersions } from './published-versions.tsx';
import { type PublishForm, usePublishForm } from './use-publish-form.ts';

type Show = (tab: 'findings' | 'evals') => void;

/** A version of a saved skill for a repository: checked, published, unpublished. */
export function PublishDialog({
  skill,
  onShow,
  onClose,
}: {
  readonly skill: string;
  readonly onShow: Show;
  readonly onClose: () => void;
}) {
  const t = useT();
  const { openDialog } = useActions();
  const id = useId();
  const form = usePublishForm(skill);
  const { taking, repository, work } = form;
  const version = form.version.trim();
  const close = (): void => {
    work?.stop?.abort();
    onClose();
  };
  return (
    <Dialog
      growing
      open
      onClose={close}
      size="lg"
      title={t('publishing.title', { skill })}
      description={t('publishing.description')}
      footer={
        <>
          {work?.stop === undefined ? (
            <Button onClick={close}>{t('common.close')}</Button>
          ) : (
            <Button onClick={() => work.stop?.abort()}>{t('common.stop')}</Button>
          )}
          {taking?.length === 0 ? (
            <Button
              variant="primary"
              onClick={() => {
                close();
                openDialog({ name: 'repositories' });
              }}
            >
              {t('repositories.title')}
            </Button>
          ) : (
            <Button variant="primary" type="submit" form={id} busy={work !== undefined} disabled={!form.isReady}>
              {version === '' ? t('publishing.do') : t('publishing.doVersion', { version })}
            </Button>
          )}
        </>
      }
    >
      {taking?.length === 0 ? (
        <p className="text-base">{t('publishing.nowhere')}</p>
      ) : repository === undefined ? null : (
        <form
          id={id}
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            void form.publish();
          }}
        >
          <Fields form={form} taking={taking ?? []} repository={repository} />
          <Said form={form} onShow={onShow} />
          <PublishedVersions
            skill={skill}
            repository={repository.name}
            versions={form.versions}
            busy={work !== undefined}
            onAgain={() => void form.read()}
            onUnpublish={(back) => void form.unpublish(back)}
          />
        </form>
      )}
    </Dialog>
  );
}

function Fields({
  form,
  taking,
  repository,
}: {
  readonly form: PublishForm;
  readonly taking: readonly RepositoryView[];
  readonly repository: RepositoryView;
}) {
  const t = useT();
  const { version, fault, notes } = form;
  return (
    <>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-[1fr_10rem]">
        <Select
          label={t('publishing.repository')}
          value={repository.name}
          options={taking.map(({ name }) => ({ value: name, label: name }))}
          description={repository.definition.address}
          onChange={form.choose}
        />
        <TextField
          label={t('common.version')}
          value={version}
          inputClassName="font-mono"
          spellCheck={false}
          autoComplete="off"
          {...(fault === undefined ? {} : { error: fault })}
          onChange={form.setVersion}
        />
      </div>
      <TextField
        label={t('publishing.notes')}
        description={t('publishing.notesHint')}
        value={notes}
        rows={3}
        onChange={form.setNotes}
      />
    </>
  );
}

/** Results of the checks, work under way, and failures. */
function Said({ form, onShow }: { readonly form: PublishForm; readonly onShow: Show }) {
  const t = useT();
  const { checks, unchecked, evalsFailed, anyway, work, failure, stopped } = form;
  return (
    <>
      {unchecked !== undefined ? (
        <FailureNote failure={unchecked} />
      ) : checks === undefined ? (
        <p role="status" className="flex items-center gap-2 text-ink-soft text-sm">
          <Spinner decorative />
          {t('publishing.checking')}
        </p>
      ) : (
        <PublishChecks errors={checks.ready.errors} evals={checks.evals} onShow={onShow} />
      )}
      {evalsFailed ? <Switch label={t('publishing.anyway')} checked={anyway} onChange={form.setAnyway} /> : null}
      {work === undefined ? null : (
        <p role="status" className="text-ink-soft text-sm">
          {work.said}
        </p>
      )}
      {failure === undefined ? null : <FailureNote failure={failure} />}
      {stopped ? <Banner live>{t('publishing.stopped')}</Banner> : null}
    </>
  );
}
