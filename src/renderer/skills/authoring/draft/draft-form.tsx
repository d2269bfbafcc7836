import { type FormEvent, useId, useState } from 'react';
import { defined } from '../../../../shared/defined.ts';
import type { ImprovingEnd } from '../../../../shared/evals/improving.ts';
import { useT } from '../../../i18n/index.ts';
import { FailureNote } from '../../../shared/failure-note.tsx';
import { type Failure, useActions, useSettings } from '../../../store/index.ts';
import { Banner, Button, Collapsible, Dialog, TextField } from '../../../ui/index.ts';
import { Amount } from '../evals/fields.tsx';
import { Budget, type Budgeted, NO_BUDGET, textsOf } from '../evals/improve-form.tsx';
import { useTaken } from '../name-field.tsx';
import { nameFault } from '../skill-name.ts';

const MOST_ROUNDS = 20;
const MOST_RUNS = 100;

interface Asked extends Budgeted {
  readonly name: string;
  readonly rounds: number | undefined;
  readonly runs: number | undefined;
}
const FIRST: Asked = { ...NO_BUDGET, name: '', rounds: 2, runs: 3 };

/** Task of the skill, and the budget for writing and trying it. */
export function DraftForm({
  session,
  none,
  failure,
  onClose,
}: {
  readonly session: string;
  /** Reason why the last try gave no draft. */
  readonly none: ImprovingEnd | undefined;
  readonly failure: Failure | undefined;
  readonly onClose: () => void;
}) {
  const t = useT();
  const form = useId();
  const { drafting } = useActions();
  const { demo } = useSettings();
  const taken = useTaken();
  const [asked, setAsked] = useState(FIRST);
  const change = (changed: Partial<Asked>) => setAsked((before) => ({ ...before, ...changed }));
  const name = asked.name.trim();
  const fault = name === '' ? undefined : nameFault(name, taken);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const { rounds = 2, runs = 3, maxTokens, maxCost } = asked;
    void drafting.start({
      sessionId: session,
      concurrency: 2,
      rounds: Math.min(rounds, MOST_ROUNDS),
      runs: Math.min(runs, MOST_RUNS),
      ...defined({ maxTokens, maxCost, name: name === '' ? undefined : name }),
      ...textsOf(asked),
    });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={t('improving.draft.title')}
      description={t('improving.draft.about')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" form={form} disabled={demo || fault !== undefined}>
            {t('improving.draft.start')}
          </Button>
        </>
      }
    >
      <form id={form} className="flex flex-col gap-4" onSubmit={submit}>
        {demo ? <Banner>{t('improving.draft.demo')}</Banner> : null}
        {none === undefined ? null : (
          <Banner tone="warning">{`${t('improving.draft.none')} ${t(`improving.ended.${none}`)}`}</Banner>
        )}
        {failure === undefined ? null : <FailureNote failure={failure} />}
        <TextField
          rows={2}
          label={t('improving.draft.words')}
          description={t('improving.draft.wordsHint')}
          value={asked.words}
          onChange={(words) => change({ words })}
        />
        <TextField
          label={t('common.name')}
          description={t('improving.draft.nameHint')}
          value={asked.name}
          onChange={(given) => change({ name: given })}
          spellCheck={false}
          error={fault === undefined ? undefined : t('improving.draft.badName')}
        />
        <Collapsible summary={<span className="text-base">{t('improving.draft.more')}</span>}>
          <div className="grid gap-3 p-1 pt-2 md:grid-cols-2">
            <Amount
              label={t('improving.draft.rounds')}
              description={t('improving.draft.roundsHint')}
              error={t('evals.notWhole')}
              value={asked.rounds}
              onChange={(rounds) => change({ rounds })}
            />
            <Amount
              label={t('evals.form.runs')}
              error={t('evals.notWhole')}
              value={asked.runs}
              onChange={(runs) => change({ runs })}
            />
          </div>
          <Budget asked={asked} onChange={change} />
        </Collapsible>
      </form>
    </Dialog>
  );
}
