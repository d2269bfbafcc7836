import { type ReactNode, useEffect, useState } from 'react';
import { useT } from '../i18n/index.ts';
import { useActions, useApp, useSettings } from '../store/index.ts';
import { Button } from '../ui/index.ts';
import { LanguageStep } from './language-step.tsx';
import { ModelStep } from './model-step.tsx';
import { ReadyStep } from './ready-step.tsx';
import { RoleStep } from './role-step.tsx';
import type { Step } from './step-frame.tsx';

/** True if the app is unused and the welcome was not completed; undefined until known. */
const useIsFirstRun = (): boolean | undefined =>
  useApp(({ settings, sessions, selected }) =>
    settings === undefined || sessions === undefined
      ? undefined
      : !settings.welcomed && settings.demo && sessions.length === 0 && selected === undefined,
  );

/** Four steps before the first conversation, skippable with one press. */
function FirstRun({ onDone }: { readonly onDone: () => void }) {
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
          {t('firstRun.skip')}
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

/** For an app that starts without the first steps: what was in use before there was a choice keeps the full view. */
function useFirstView(isFirst: boolean | undefined): void {
  const { setSettings } = useActions();
  const { view, welcomed } = useSettings();
  const isUsed = useApp(({ sessions = [], selected }) => sessions.length > 0 || selected !== undefined);
  const undecided = isFirst === false && view === undefined && !welcomed;
  useEffect(() => {
    if (undecided) void setSettings({ view: isUsed ? 'full' : 'simple' });
  }, [undecided, isUsed, setSettings]);
}

/** Shows the first steps instead of the app. Decided once at the start, regardless of later changes. */
export function FirstRunGate({ children }: { readonly children: ReactNode }) {
  const isFirst = useIsFirstRun();
  useFirstView(isFirst);
  const [stage, setStage] = useState<'unknown' | 'steps' | 'done'>('unknown');
  useEffect(() => {
    if (isFirst !== undefined) setStage((now) => (now === 'unknown' ? (isFirst ? 'steps' : 'done') : now));
  }, [isFirst]);
  return stage === 'steps' ? <FirstRun onDone={() => setStage('done')} /> : children;
}
