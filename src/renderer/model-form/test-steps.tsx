import { Check, X } from 'lucide-react';
import type { ModelTest } from '../../shared/contract.ts';
import { MODEL_TEST_STEPS, type ModelTestStep } from '../../shared/models/model-test-codes.ts';
import { useT } from '../i18n/index.ts';

const isStep = (name: string): name is ModelTestStep => (MODEL_TEST_STEPS as readonly string[]).includes(name);

export function TestSteps({ steps }: { readonly steps: ModelTest['steps'] }) {
  const t = useT();
  const known = steps.flatMap((step) => (isStep(step.name) ? [{ ...step, name: step.name }] : []));
  return (
    <ol aria-label={t('settings.model.steps')} className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {known.map(({ name, ok }) => (
        <li key={name} className="flex items-center gap-1">
          {ok ? <Check aria-hidden className="size-3.5" /> : <X aria-hidden className="size-3.5" />}
          {t(`settings.model.step.${name}`)}
          <span className="sr-only">{t(ok ? 'settings.model.stepDone' : 'settings.model.stepFailed')}</span>
        </li>
      ))}
    </ol>
  );
}
