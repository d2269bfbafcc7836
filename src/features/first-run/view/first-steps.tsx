import { useState } from 'react';
import { useT } from '../../../renderer/i18n/index.ts';
import { useActions, useSettings } from '../../../renderer/store/index.ts';
import { Button } from '../../../renderer/ui/index.ts';
import { LanguageStep } from './language-step.tsx';
import { ModelStep } from './model-step.tsx';
import { ReadyStep } from './ready-step.tsx';
import { RoleStep } from './role-step.tsx';
import type { Step } from './step-frame.tsx';

/** Four steps before the first conversation, skippable with one press. */
export function FirstSteps({ onDone }: { readonly onDone: () => void }) {
  const t = useT();
  const { setSettings } = useActions();
  const { view = 'simple' } = useSettings();
  const [step, setStep] = useState<Step>('language');
  const finish = () => {
    void setSettings({ welcomed: true, view });
    onDone();
  };
  return (
    <main aria-label={t('firstRun.label')} className="flex h-full flex-col overflow-y-auto bg-canvas">
      <div className="flex items-center justify-between px-6 py-4">
        <p className="font-semibold text-md">{t('app.name')}</p>
        <Button size="sm" variant="ghost" onClick={finish}>
          {t('common.skip')}
        </Button>
      </div>
      <div className="m-auto flex w-full justify-center px-6 pt-4 pb-16">
        {step === 'language' ? <LanguageStep onNext={() => setStep('role')} /> : null}
        {step === 'role' ? <RoleStep onNext={() => setStep('model')} onBack={() => setStep('language')} /> : null}
        {step === 'model' ? <ModelStep onNext={() => setStep('ready')} onBack={() => setStep('role')} /> : null}
        {step === 'ready' ? <ReadyStep onDone={finish} onBack={() => setStep('model')} /> : null}
      </div>
    </main>
  );
}
