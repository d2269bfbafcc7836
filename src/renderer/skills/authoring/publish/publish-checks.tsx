import { Check, CircleAlert, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EvalStanding } from '../../../../shared/evals/standing.ts';
import { useFormat, useT } from '../../../i18n/index.ts';
import { Button } from '../../../ui/index.ts';

const SIGNS = {
  good: <Check className="text-success" aria-hidden />,
  beware: <CircleAlert className="text-warning" aria-hidden />,
  bad: <CircleX className="text-danger" aria-hidden />,
} as const;

/** Results of linter and evals before a skill is published. */
export function PublishChecks({
  errors,
  evals,
  onShow,
}: {
  readonly errors: number;
  /** Undefined: none ran. */
  readonly evals: EvalStanding | undefined;
  readonly onShow: (tab: 'findings' | 'evals') => void;
}) {
  const t = useT();
  const format = useFormat();
  return (
    <ul aria-label={t('evals.cases.checks')} className="flex flex-col gap-1.5">
      <Line
        sign={errors === 0 ? 'good' : 'bad'}
        text={
          errors === 0
            ? t('publishing.lintPassed')
            : t('publishing.lintFailed', { count: errors, n: format.number(errors) })
        }
        show={errors === 0 ? undefined : t('publishing.showFindings')}
        onShow={() => onShow('findings')}
      />
      <EvalsLine evals={evals} onShow={() => onShow('evals')} />
    </ul>
  );
}

function EvalsLine({ evals, onShow }: { readonly evals: EvalStanding | undefined; readonly onShow: () => void }) {
  const t = useT();
  const format = useFormat();
  const show = t('publishing.showEvals');
  if (evals === undefined) return <Line sign="beware" text={t('publishing.evalsNone')} show={show} onShow={onShow} />;
  const [failed, all, when] = [format.number(evals.failed), format.number(evals.all), format.dateTime(evals.at)];
  if (evals.failed > 0)
    return <Line sign="bad" text={t('publishing.evalsFailed', { failed, all, when })} show={show} onShow={onShow} />;
  if (!evals.isCurrent)
    return <Line sign="beware" text={t('publishing.evalsOld', { when })} show={show} onShow={onShow} />;
  return <Line sign="good" text={t('publishing.evalsPassed', { all, when })} />;
}

function Line({
  sign,
  text,
  show,
  onShow,
}: {
  readonly sign: keyof typeof SIGNS;
  readonly text: ReactNode;
  readonly show?: string | undefined;
  readonly onShow?: () => void;
}) {
  return (
    <li className="flex items-start gap-2 text-base [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0">
      {SIGNS[sign]}
      <span className="min-w-0 flex-1">{text}</span>
      {show === undefined ? null : (
        <Button size="sm" onClick={onShow}>
          {show}
        </Button>
      )}
    </li>
  );
}
