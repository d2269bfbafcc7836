import { Blocks, KeyRound, Plane, SearchCheck, Sparkles } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useT, useText } from '../../../renderer/i18n.ts';
import { useActions, useSettings } from '../../../renderer/store/index.ts';
import { Button, cn } from '../../../renderer/ui/index.ts';
import { ConnectForm } from './connect-form.tsx';

/** Three steps before the first conversation, skippable with one press. */
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
        {step === 'model' ? <ModelStep onNext={finish} onBack={() => setStep('role')} /> : null}
      </div>
    </main>
  );
}

const ROLES = [
  { role: 'travel', icon: Plane, view: 'simple' },
  { role: 'write', icon: Blocks, view: 'full' },
  { role: 'review', icon: SearchCheck, view: 'full' },
] as const;

/** The person's purpose decides how much of the work is shown; a switch in the header changes it. */
function RoleStep({ onNext, onBack }: { readonly onNext: () => void; readonly onBack: () => void }) {
  const t = useT();
  const { library, setSettings } = useActions();
  return (
    <StepFrame
      step="role"
      title={t('firstRun.role.title')}
      text={t('firstRun.role.text')}
      actions={<Button onClick={onBack}>{t('common.back')}</Button>}
    >
      <div className="flex flex-col gap-3">
        {ROLES.map(({ role, icon: Icon, view }) => (
          <Way
            key={role}
            icon={<Icon aria-hidden />}
            title={t(`firstRun.role.${role}`)}
            text={t(`firstRun.role.${role}Text`)}
            onClick={() => {
              void setSettings({ view });
              if (role === 'write') library.show({ page: 'skills' });
              onNext();
            }}
          />
        ))}
      </div>
    </StepFrame>
  );
}

const LANGUAGES = [
  { value: 'zh', name: '简体中文', line: '用中文使用 Skilldeck' },
  { value: 'en', name: 'English', line: 'Use Skilldeck in English' },
] as const;

/** Each language by its own name, so that readers of only that language find it. */
function LanguageStep({ onNext }: { readonly onNext: () => void }) {
  const { t, language } = useText();
  const { setSettings } = useActions();
  return (
    <StepFrame
      step="language"
      title={t('firstRun.language.title')}
      actions={
        <Button
          variant="primary"
          onClick={() => {
            // Stores the shown language even if it was the system's default until now.
            void setSettings({ language });
            onNext();
          }}
        >
          {t('common.continue')}
        </Button>
      }
    >
      <div className="grid grid-cols-2 gap-3">
        {LANGUAGES.map(({ value, name, line }) => (
          <button
            key={value}
            type="button"
            lang={value}
            aria-pressed={language === value}
            onClick={() => void setSettings({ language: value })}
            className={cn(
              'rounded-panel border px-4 py-4 text-left transition-colors duration-fast',
              language === value ? 'border-accent bg-accent-soft' : 'border-line bg-surface hover:bg-hover',
            )}
          >
            <span className="block font-semibold text-lg">{name}</span>
            <span className="mt-1 block text-ink-soft">{line}</span>
          </button>
        ))}
      </div>
    </StepFrame>
  );
}

/** Start at once with the demo model, or connect another. Each links to the other. */
function ModelStep({ onNext, onBack }: { readonly onNext: () => void; readonly onBack: () => void }) {
  const t = useT();
  const { setSettings } = useActions();
  const [connecting, setConnecting] = useState(false);
  const tryNow = () => {
    void setSettings({ baseUrl: '', model: '' });
    onNext();
  };
  if (connecting) {
    return (
      <StepFrame
        key="connect"
        step="model"
        title={t('firstRun.connect.title')}
        text={t('firstRun.connect.text')}
        actions={
          <>
            <Button onClick={() => setConnecting(false)}>{t('common.back')}</Button>
            <Button variant="ghost" onClick={tryNow}>
              {t('firstRun.tryInstead')}
            </Button>
          </>
        }
      >
        <ConnectForm onConnected={onNext} />
      </StepFrame>
    );
  }
  return (
    <StepFrame
      key="choose"
      step="model"
      title={t('firstRun.model.title')}
      text={t('firstRun.model.text')}
      actions={<Button onClick={onBack}>{t('common.back')}</Button>}
    >
      <div className="flex flex-col gap-3">
        <Way
          icon={<Sparkles aria-hidden />}
          title={t('firstRun.model.try')}
          text={t('firstRun.model.tryText')}
          onClick={tryNow}
        />
        <Way
          icon={<KeyRound aria-hidden />}
          title={t('common.connect')}
          text={t('firstRun.model.connectText')}
          onClick={() => setConnecting(true)}
        />
      </div>
    </StepFrame>
  );
}

/** One of a few ways on: a large button with a line that says what it means. */
function Way({
  icon,
  title,
  text,
  onClick,
}: {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly onClick: () => void;
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex w-full items-start gap-3 rounded-panel border border-line bg-surface px-4 py-4 text-left transition-colors duration-fast hover:border-line-strong hover:bg-hover [&_svg]:mt-0.5 [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-accent"
    >
      {icon}
      <span className="min-w-0">
        <span className="block font-semibold text-md">{title}</span>
        <span className="mt-0.5 block text-pretty text-ink-soft">{text}</span>
      </span>
    </button>
  );
}

const STEPS = ['language', 'role', 'model'] as const;
type Step = (typeof STEPS)[number];

/** One step: what it is about, what can be done, and the way on and back. */
function StepFrame({
  step,
  title,
  text,
  children,
  actions,
}: {
  readonly step: Step;
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
  readonly actions: ReactNode;
}) {
  const t = useT();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const at = STEPS.indexOf(step);
  return (
    <section aria-labelledby="first-run-title" className="flex w-full max-w-[34rem] flex-col gap-6">
      <div className="flex items-center gap-3">
        <ol aria-hidden className="flex gap-1.5">
          {STEPS.map((each, index) => (
            <li key={each} className={`h-1 w-8 rounded-full ${index <= at ? 'bg-accent' : 'bg-line-strong'}`} />
          ))}
        </ol>
        <p className="text-ink-soft text-sm tabular-nums">{t('firstRun.step', { at: at + 1, of: STEPS.length })}</p>
      </div>
      <div>
        <h1 id="first-run-title" ref={heading} tabIndex={-1} className="font-semibold text-xl outline-none">
          {title}
        </h1>
        {text === undefined ? null : <p className="mt-2 text-pretty text-ink-soft text-md">{text}</p>}
      </div>
      {children}
      <div className="flex flex-wrap items-center gap-2">{actions}</div>
    </section>
  );
}
