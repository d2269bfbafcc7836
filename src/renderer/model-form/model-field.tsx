import { Check, ExternalLink, X } from 'lucide-react';
import type { ModelTest, Settings, SettingsView } from '../../shared/contract.ts';
import { isEqual } from '../../shared/defined.ts';
import type { Wire } from '../../shared/events.ts';
import { failureReason } from '../../shared/messages/failure.ts';
import { type KeyFault, type ModelOptions, variablesIn } from '../../shared/models/model-options.ts';
import { MODEL_PRESETS, type ModelPreset, presetOfUrl } from '../../shared/models/model-presets.ts';
import {
  MODEL_TEST_CODES,
  MODEL_TEST_STEPS,
  type ModelTestCode,
  type ModelTestStep,
} from '../../shared/models/model-test-codes.ts';
import { useT, useText } from '../i18n.ts';
import { Banner, Button } from '../ui/index.ts';
import { Collapsible, TextField } from '../ui/on-demand.ts';
import { type AdvancedField, type AdvancedForm, advancedOf, NO_ADVANCED, optionsIn } from './advanced-fields.tsx';

// The model form's own state, apart from its looks: which provider, what is missing, what would be stored.

/** A preset's id, or one of the two that are none. */
type ProviderId = string;
export const DEMO = 'demo';
export const CUSTOM = 'custom';

export interface ModelForm {
  readonly provider: ProviderId;
  readonly baseUrl: string;
  readonly model: string;
  /** Current input; the stored key is never available here. */
  readonly apiKey: string;
  /** Input under "Advanced"; absent: nothing. */
  readonly advanced?: AdvancedForm;
}

export const presetOf = (provider: ProviderId): ModelPreset | undefined =>
  MODEL_PRESETS.find((preset) => preset.id === provider);

export function formOf({ baseUrl, model, demo, modelOptions }: SettingsView): ModelForm {
  const provider = demo || baseUrl === '' ? DEMO : (presetOfUrl(baseUrl)?.id ?? CUSTOM);
  const advanced = Object.keys(modelOptions).length === 0 ? {} : { advanced: advancedOf(modelOptions) };
  return { provider, baseUrl, model, apiKey: '', ...advanced };
}

/** Another provider brings its address and its first model; a key typed for the other is not sent to this one. */
export function withProvider(form: ModelForm, provider: ProviderId, apiKey = ''): ModelForm {
  if (provider === DEMO) return { provider, baseUrl: '', model: '', apiKey: '' };
  const preset = presetOf(provider);
  if (preset === undefined) {
    // The demo model's id is known nowhere else.
    const model = form.provider === DEMO ? '' : form.model;
    return { provider: CUSTOM, baseUrl: form.baseUrl, model, apiKey };
  }
  return { provider, baseUrl: preset.baseUrl, model: preset.models[0] ?? '', apiKey };
}

export function isWebAddress(text: string): boolean {
  const url = URL.parse(text.trim());
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
}

interface FormProblems {
  readonly baseUrl: boolean;
  readonly key: boolean;
  readonly advanced: readonly AdvancedField[];
}

/** @param keyStored a key for this very address is stored */
export function problemsOf(form: ModelForm, keyStored: boolean): FormProblems {
  if (form.provider === DEMO) return { baseUrl: false, key: false, advanced: [] };
  const read = optionsIn(form.advanced ?? NO_ADVANCED);
  return {
    advanced: 'bad' in read ? read.bad : [],
    baseUrl: !isWebAddress(form.baseUrl),
    key: presetOf(form.provider)?.needsKey === true && form.apiKey.trim() === '' && !keyStored,
  };
}

/** Changes to store. An empty key field keeps the stored key, unless it belonged to another address. */
export function changeOf(form: ModelForm, stored: SettingsView): Partial<Settings> & { readonly apiKey?: string } {
  const baseUrl = form.baseUrl.trim();
  const model = form.model.trim();
  const apiKey = form.apiKey.trim();
  if (form.provider === DEMO) return { baseUrl: '', model: '' };
  const isElsewhere = stored.baseUrl !== '' && !sameHost(baseUrl, stored.baseUrl);
  return {
    baseUrl,
    model,
    ...optionsOf(form, Object.keys(stored.modelOptions).length > 0),
    ...(apiKey !== '' ? { apiKey } : stored.hasKey && isElsewhere ? { apiKey: '' } : {}),
  };
}

/** @param always also where there are none: what is stored goes. */
export function optionsOf({ advanced }: ModelForm, always: boolean): { readonly modelOptions?: ModelOptions } {
  const read = optionsIn(advanced ?? NO_ADVANCED);
  if ('bad' in read || (!always && Object.keys(read.options).length === 0)) return {};
  return { modelOptions: read.options };
}

/** The form with another wire: what a test offers. */
export const withWire = (form: ModelForm, wire: Wire): ModelForm => ({
  ...form,
  advanced: { ...(form.advanced ?? NO_ADVANCED), wire },
});

export function isStored(form: ModelForm, { modelOptions }: SettingsView): boolean {
  const read = optionsIn(form.advanced ?? NO_ADVANCED);
  const stored = optionsIn(advancedOf(modelOptions));
  return 'options' in read && 'options' in stored && isEqual(read.options, stored.options);
}

/** After saving: header values are stored and no longer shown. */
export function withStoredHeaders(form: ModelForm): ModelForm {
  const { advanced } = form;
  if (advanced === undefined) return form;
  const headers = advanced.headers.map((row) =>
    row.value === '' || variablesIn(row.value).length > 0 ? row : { ...row, value: '', stored: true },
  );
  return { ...form, advanced: { ...advanced, headers } };
}

export function sameHost(a: string, b: string): boolean {
  const [left, right] = [URL.parse(a.trim()), URL.parse(b.trim())];
  return left !== null && right !== null && left.origin === right.origin;
}

const isStep = (name: string): name is ModelTestStep => (MODEL_TEST_STEPS as readonly string[]).includes(name);

function TestSteps({ steps }: { readonly steps: ModelTest['steps'] }) {
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

const CODES: ReadonlySet<string> = new Set(MODEL_TEST_CODES);
const isKnown = (code: string): code is ModelTestCode => CODES.has(code);

/**
 * Result of the test: a plain summary, with the exact message one press away. Offers a fix if there is one: an
 * available model, or the address with its missing ending.
 */
export function ModelTestResult({
  test,
  form,
  maxContext,
  onMend,
}: {
  readonly test: ModelTest;
  readonly form: ModelForm;
  /** Tokens: the gauge's limit. */
  readonly maxContext?: number | undefined;
  readonly onMend: (form: ModelForm) => void;
}) {
  const { t, format, language } = useText();
  const held = test.limits.maxContext;
  const smaller =
    held === undefined || maxContext === undefined || held >= maxContext ? null : (
      <p>{t('settings.model.serverHolds', { held: format.number(held), limit: format.number(maxContext) })}</p>
    );
  const { refuses } = test.limits;
  const refused = refuses === undefined ? null : <p>{t('settings.model.refuses', { fields: format.list(refuses) })}</p>;
  const proxied = test.proxy === undefined ? null : <p>{t('settings.model.proxied', { proxy: test.proxy })}</p>;
  if (test.ok) {
    return (
      <Banner tone="success">
        {t('settings.model.testOk', { model: form.model, time: format.duration(test.ms) })}
        {smaller}
        {proxied}
        {refused}
        <TestSteps steps={test.steps} />
      </Banner>
    );
  }
  const { code, otherWire } = test;
  // A fault on the way says what to do by itself.
  const isGeneral = isKnown(code) && code !== 'ok' && test.reason !== 'unreachable-network';
  const words = isGeneral ? t(`settings.model.code.${code}`) : undefined;
  const exact = failureReason(language, test);
  return (
    <Banner tone={code === 'no-model' ? 'info' : 'warning'} title={t('settings.model.testFailed')}>
      {words === undefined ? null : <p>{words}</p>}
      {words === undefined ? (
        <p className="break-words">{exact}</p>
      ) : (
        <Collapsible className="mt-1 text-ink-soft text-sm" summary={t('settings.model.testDetails')}>
          <p className="break-words">{exact}</p>
        </Collapsible>
      )}
      <TestSteps steps={test.steps} />
      {otherWire === undefined ? null : (
        <Button size="sm" className="mt-2" onClick={() => onMend(withWire(form, otherWire))}>
          {t('settings.model.useWire', { wire: t(`settings.model.advanced.wires.${otherWire}`) })}
        </Button>
      )}
      {code === 'needs-v1' ? (
        <Button
          size="sm"
          className="mt-2 max-w-full"
          onClick={() => onMend({ ...form, baseUrl: withEnding(form.baseUrl) })}
        >
          <span className="truncate">{t('settings.model.useAddress', { address: withEnding(form.baseUrl) })}</span>
        </Button>
      ) : null}
      {test.models.length === 0 ? null : (
        <div className="mt-2 flex flex-wrap items-center gap-1.5">
          <span className="text-ink-soft text-sm">{t('settings.model.modelOffered')}</span>
          {test.models.slice(0, MOST_NAMES).map((name) => (
            <Button
              key={name}
              size="sm"
              className="max-w-full font-mono"
              aria-label={t('settings.model.useModel', { model: name })}
              aria-pressed={name === form.model}
              onClick={() => onMend({ ...form, model: name })}
            >
              <span className="truncate">{name}</span>
            </Button>
          ))}
        </div>
      )}
    </Banner>
  );
}

/** Some providers offer hundreds. */
const MOST_NAMES = 8;

const withEnding = (baseUrl: string): string => `${baseUrl.trim().replace(/\/+$/, '')}/v1`;

/** Link to a provider's page for keys, or to the program for local models. */
export function ProviderLink({ preset }: { readonly preset: ModelPreset }) {
  const { t, language } = useText();
  return (
    <a
      href={preset.website}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-1.5 self-start rounded text-accent-ink underline decoration-accent/40 underline-offset-2 hover:decoration-accent"
    >
      {preset.needsKey ? t('settings.model.keyWhere', { provider: preset.name[language] }) : preset.website}
      <ExternalLink className="size-3.5" aria-hidden />
    </a>
  );
}

/** A key goes in and is never shown again. */
export function KeyField({
  value,
  stored,
  missing,
  fault,
  keyStore,
  preset,
  recognised,
  onChange,
  onUseRecognised,
  onForget,
}: {
  readonly value: string;
  /** One is stored for this very address. */
  readonly stored: boolean;
  readonly missing: boolean;
  readonly fault: KeyFault | undefined;
  readonly keyStore: SettingsView['keyStore'];
  readonly preset: ModelPreset | undefined;
  /** The provider that the typed key certainly belongs to, where that is another one. */
  readonly recognised: ModelPreset | undefined;
  readonly onChange: (value: string) => void;
  readonly onUseRecognised: (provider: string) => void;
  readonly onForget: () => void;
}) {
  const { t, language } = useText();
  if (preset?.needsKey === false) return <p className="text-ink-soft">{t('settings.model.keyNotNeeded')}</p>;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-end gap-2">
        <TextField
          className="flex-1"
          label={t('settings.model.key')}
          type="password"
          autoComplete="off"
          spellCheck={false}
          placeholder={t(stored ? 'settings.model.keyPlaceholderStored' : 'settings.model.keyPlaceholder')}
          value={value}
          onChange={onChange}
          {...(fault === undefined ? {} : { error: t(`settings.model.keyFault.${fault}`) })}
          {...(missing ? { error: t('settings.model.keyMissing') } : {})}
        />
        {stored ? (
          <Button variant="ghost" onClick={onForget}>
            {t('settings.model.keyForget')}
          </Button>
        ) : null}
      </div>
      <p className="text-ink-soft text-sm">
        {stored ? `${t('settings.model.keyStored')} ` : ''}
        {t(`settings.model.store.${keyStore}`)}
      </p>
      {recognised === undefined ? null : (
        <Banner
          live
          action={
            <Button size="sm" onClick={() => onUseRecognised(recognised.id)}>
              {t('settings.model.keyUse', { provider: recognised.name[language] })}
            </Button>
          }
        >
          {t('settings.model.keyRecognised', { provider: recognised.name[language] })}
        </Banner>
      )}
    </div>
  );
}

/** The model's name, with those on offer as suggestions. */
export function ModelField({
  form,
  offered,
  onChange,
}: {
  readonly form: ModelForm;
  /** Models listed by the server in its test. */
  readonly offered: readonly string[];
  readonly onChange: (model: string) => void;
}) {
  const t = useT();
  const names = offered.length > 0 ? offered : (presetOf(form.provider)?.models ?? []);
  return (
    <div className="flex flex-col gap-1.5">
      <TextField
        label={t('common.model')}
        description={t('settings.model.modelHint')}
        spellCheck={false}
        list="model-names"
        inputClassName="font-mono text-sm"
        value={form.model}
        onChange={onChange}
      />
      <datalist id="model-names">
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  );
}
