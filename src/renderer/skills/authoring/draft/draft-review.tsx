import { useState } from 'react';
import type { SkillDraft } from '../../../../shared/evals/improving.ts';
import { useFormat, useT } from '../../../i18n/index.ts';
import { useActions } from '../../../store/index.ts';
import { Button, Dialog, Select } from '../../../ui/index.ts';

/** The draft, its results, and the way to the import, which shows the rest and asks. */
export function DraftReview({
  draft: { skill, folder, reason, files, redacted, leftOut, figures, ended, spent },
  onAgain,
  onClose,
}: {
  readonly draft: SkillDraft;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const { openDialog } = useActions();
  const [path, setPath] = useState('SKILL.md');
  const file = files.find((one) => one.path === path) ?? files[0];
  const facts = [
    figures === undefined
      ? t('improving.draft.untried')
      : t('improving.draft.tried', {
          n: format.number(figures.passed),
          of: format.number(figures.of),
          low: format.percent(figures.interval[0]),
          high: format.percent(figures.interval[1]),
        }),
    ...(ended === undefined || ended === 'passed' ? [] : [t(`improving.ended.${ended}`)]),
    t('improving.spent', { tokens: format.number(spent.tokens) }) +
      (spent.cost === undefined || spent.cost === 0 ? '' : ` · ${format.dollars(spent.cost)}`),
    ...(redacted === 0 ? [] : [t('evals.cases.redacted', { count: redacted, n: format.number(redacted) })]),
    ...(leftOut.length === 0 ? [] : [t('evals.cases.leftOut', { files: format.list([...leftOut]) })]),
  ];
  return (
    <Dialog
      open
      onClose={onClose}
      size="xl"
      title={t('improving.draft.review', { skill })}
      description={reason}
      footer={
        <>
          <Button variant="ghost" className="mr-auto" onClick={onAgain}>
            {t('improving.draft.again')}
          </Button>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" onClick={() => openDialog({ name: 'import-skill', address: folder })}>
            {t('improving.draft.import')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <ul className="flex flex-col gap-0.5 text-base">
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
        <Select
          className="max-w-md"
          label={t('improving.versions.file')}
          value={file?.path ?? ''}
          options={files.map((one) => ({ value: one.path, label: one.path }))}
          onChange={setPath}
        />
        <section
          aria-label={file?.path ?? ''}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keyboard.
          tabIndex={0}
          className="max-h-96 overflow-y-auto rounded-panel border border-line bg-sunken p-3"
        >
          <pre className="whitespace-pre-wrap font-mono text-sm [overflow-wrap:anywhere]">{file?.text}</pre>
        </section>
      </div>
    </Dialog>
  );
}
