import { Blocks, KeyRound, Plane, SearchCheck, Sparkles } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useT, useText } from '../../../renderer/i18n.ts';
import {
  CUSTOM,
  isWebAddress,
  type ModelForm,
  ModelTestResult,
  optionsOf,
  ProviderLink,
  presetOf,
  withProvider,
} from '../../../renderer/model-form/model-field.tsx';
import { useActions, useSettings } from '../../../renderer/store/index.ts';
import { Button, cn } from '../../../renderer/ui/index.ts';
import { Select, TextField } from '../../../renderer/ui/on-demand.ts';
import type { ModelTest } from '../../../shared/contract.ts';
import { keyFault } from '../../../shared/models/model-options.ts';
import { MODEL_PRESETS, presetOfKey } from '../../../shared/models/model-presets.ts';

const [FIRST] = MODEL_PRESETS;
const EMPTY: ModelForm = { provider: FIRST?.id ?? CUSTOM, baseUrl: '', model: '', apiKey: '' };

/** A key is enough: the provider is recognised from it, or chosen. Nothing is stored before a test has passed. */
function ConnectForm({ onConnected }: { readonly onConnected: () => void }) {
  const { t, language } = useText();
  const { setSettings, testModel } = useActions();
  const [form, setForm] = useState<ModelForm>(() => withProvider(EMPTY, EMPTY.provider));
  const [chosen, setChosen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState(false);
  const [test, setTest] = useState<ModelTest>();
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  const preset = presetOf(form.provider);
  const recognised = presetOfKey(form.apiKey);
  const keyMissing = preset?.needsKey === true && form.apiKey.trim() === '';
  const badKey = keyFault(form.apiKey);
  const badUrl = !isWebAddress(form.baseUrl);

  const change = (next: ModelForm) => {
    setTest(undefined);
    setForm(next);
  };
  const typeKey = (apiKey: string) => {
    const owner = presetOfKey(apiKey);
    // The provider recognised from the key overrides a guess, but not the user's choice.
    change(owner === undefined || chosen ? { ...form, apiKey } : withProvider(form, owner.id, apiKey));
  };
  // Its findings still hold where only another model is chosen of those that it found.
  const mend = (next: ModelForm) => (next.baseUrl === form.baseUrl ? setForm(next) : change(next));
  const connect = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (keyMissing || badKey !== undefined || badUrl) return;
    setBusy(true);
    const { baseUrl, model, apiKey } = form;
    const given = {
      baseUrl: baseUrl.trim(),
      model: model.trim(),
      ...(apiKey.trim() === '' ? {} : { apiKey: apiKey.trim() }),
      ...optionsOf(form, false),
    };
    const result = await testModel(given);
    // The user has gone back, or started the demo model, in the meantime.
    if (!here.current) return;
    const kept = result?.ok === true && (await setSettings(given));
    setBusy(false);
    if (kept) onConnected();
    else setTest(result);
  };

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void connect(event)}>
      {preset?.needsKey === false ? null : (
        <TextField
          label={t('settings.model.key')}
          type="password"
          autoComplete="off"
          spellCheck={false}
          placeholder={t('settings.model.keyPlaceholder')}
          value={form.apiKey}
          onChange={typeKey}
          {...(recognised?.id === form.provider && form.apiKey !== ''
            ? { description: t('firstRun.connect.recognised', { provider: recognised.name[language] }) }
            : {})}
          {...(badKey === undefined ? {} : { error: t(`settings.model.keyFault.${badKey}`) })}
          {...(tried && keyMissing ? { error: t('settings.model.keyMissing') } : {})}
        />
      )}
      <Select
        label={t('settings.model.provider')}
        value={form.provider}
        onChange={(provider) => {
          setChosen(true);
          // A key that is certainly another's is not sent to this one.
          change(withProvider(form, provider, recognised === undefined ? form.apiKey : ''));
        }}
        options={[
          ...MODEL_PRESETS.map(({ id, name }) => ({ value: id, label: name[language] })),
          { value: CUSTOM, label: t('settings.model.custom') },
        ]}
      />
      {form.provider === CUSTOM ? (
        <TextField
          label={t('common.address')}
          description={t('settings.model.baseUrlHint')}
          type="url"
          spellCheck={false}
          value={form.baseUrl}
          onChange={(baseUrl) => change({ ...form, baseUrl })}
          {...(tried && badUrl ? { error: t('settings.model.badUrl') } : {})}
        />
      ) : null}
      {form.provider === CUSTOM || test?.ok === false ? (
        <TextField
          label={t('common.model')}
          description={t('settings.model.modelHint')}
          spellCheck={false}
          value={form.model}
          onChange={(model) => setForm({ ...form, model })}
        />
      ) : null}
      {preset === undefined ? null : <ProviderLink preset={preset} />}
      <div role="status">
        {busy ? <p className="text-pretty text-ink-soft">{t('firstRun.connect.slow')}</p> : null}
        {test === undefined ? null : <ModelTestResult test={test} form={form} onMend={mend} />}
      </div>
      <Button type="submit" variant="primary" busy={busy} className="self-start">
        {t(busy ? 'common.testing' : 'firstRun.connect.connect')}
      </Button>
    </form>
  );
}

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
