import { CircleCheck } from 'lucide-react';
import { useT } from '../../../renderer/i18n/index.ts';
import { useSettings } from '../../../renderer/store/index.ts';
import { Button } from '../../../renderer/ui/index.ts';
import { StepFrame } from './step-frame.tsx';

const FACTS = ['talk', 'ask', 'here'] as const;

export function ReadyStep({ onDone, onBack }: { readonly onDone: () => void; readonly onBack: () => void }) {
  const t = useT();
  const { demo, model } = useSettings();
  return (
    <StepFrame
      step="ready"
      title={t('firstRun.ready.title')}
      text={demo ? t('firstRun.ready.demo') : t('firstRun.ready.model', { model })}
      actions={
        <>
          <Button variant="primary" onClick={onDone}>
            {t('firstRun.ready.start')}
          </Button>
          <Button variant="ghost" onClick={onBack}>
            {t('common.back')}
          </Button>
        </>
      }
    >
      <ul className="flex flex-col gap-3">
        {FACTS.map((fact) => (
          <li key={fact} className="flex items-start gap-3 text-md">
            <CircleCheck aria-hidden className="mt-1 size-4 shrink-0 text-accent" />
            <span className="text-pretty">{t(`firstRun.ready.${fact}`)}</span>
          </li>
        ))}
      </ul>
    </StepFrame>
  );
}
