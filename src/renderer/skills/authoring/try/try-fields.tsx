import { MessageSquare, Play, Square } from 'lucide-react';
import { useT } from '../../../i18n/index.ts';
import { notifyFailure } from '../../../shared/notify-failure.ts';
import { useActions, useApp } from '../../../store/index.ts';
import { Button, platformKeys, Select, TextField, Tooltip } from '../../../ui/index.ts';
import { CompareField, isChosen } from '../evals/compare-field.tsx';
import { useBenchActions } from '../use-workbench.ts';
import { compareOf, requestOf, useDraft, useGivenSentences, useTryForm } from './use-try-form.ts';

const OWN = 'own';

export function TryFields({ skill, withModel }: { readonly skill: string; readonly withModel: boolean }) {
  const t = useT();
  const { author, tries } = useActions();
  const { save } = useBenchActions();
  const running = useApp((data) => data.tries[skill]?.running === true);
  const { form, change } = useTryForm(skill);
  const draft = useDraft();
  const given = useGivenSentences();
  const { sentence, caseId, alone } = form;
  const chosen = given.findIndex((one) => one.sentence === sentence);
  const compare = compareOf(form, draft.length > 0);
  const isReady = sentence.trim() !== '' && !running && isChosen(compare);
  const start = (): void => {
    if (isReady && withModel) void tries.start(requestOf(skill, form, draft));
  };
  const converse = async (): Promise<void> => {
    if (draft.length > 0 && !(await save())) return;
    const outcome = await author.tryIt(skill);
    if (!outcome.ok) notifyFailure(outcome.failure);
  };
  return (
    <form
      aria-label={t('common.tryIt')}
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        start();
      }}
    >
      <TextField
        rows={2}
        label={t('tryOut.sentence')}
        description={caseId === undefined ? undefined : t('tryOut.files', { id: caseId })}
        value={sentence}
        onChange={(text) => change({ sentence: text, caseId: undefined })}
      />
      <div className="flex flex-wrap items-end gap-3">
        {given.length === 0 ? null : (
          <Select
            className="w-56"
            label={t('tryOut.from')}
            value={chosen < 0 ? OWN : String(chosen)}
            options={[
              { value: OWN, label: t('tryOut.own') },
              ...given.map((one, index) => ({ value: String(index), label: one.sentence })),
            ]}
            onChange={(value) => {
              const one = given[Number(value)];
              change({ sentence: one?.sentence ?? '', caseId: one?.caseId });
            }}
          />
        )}
        {withModel ? (
          <CompareField
            skill={skill}
            isEdited={draft.length > 0}
            value={compare}
            onChange={(changed) => change({ compare: changed })}
          />
        ) : null}
        <Select
          className="w-36"
          label={t('tryOut.listed')}
          value={alone ? 'alone' : 'all'}
          options={[
            { value: 'all', label: t('tryOut.all') },
            { value: 'alone', label: t('tryOut.alone') },
          ]}
          onChange={(value) => change({ alone: value === 'alone' })}
        />
        {!withModel ? null : running ? (
          <Button type="button" onClick={() => tries.stop(skill)}>
            <Square className="size-4" aria-hidden />
            {t('common.stop')}
          </Button>
        ) : (
          <Tooltip content={`${t('tryOut.startHint')} ${platformKeys(['Mod', 'Enter']).join(' ')}`}>
            <Button type="submit" variant="primary" disabled={!isReady}>
              <Play className="size-4" aria-hidden />
              {t('common.tryIt')}
            </Button>
          </Tooltip>
        )}
        <Tooltip content={t('tryOut.conversationHint')}>
          <Button type="button" variant="ghost" className="ml-auto" onClick={() => void converse()}>
            <MessageSquare className="size-4" aria-hidden />
            {t('tryOut.conversation')}
          </Button>
        </Tooltip>
      </div>
    </form>
  );
}
