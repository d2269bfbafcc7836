/** The model form's own state, apart from its looks: which provider, what is missing, what would be stored. */

import type { Settings, SettingsView } from '../../shared/contract.ts';
import { isEqual } from '../../shared/defined.ts';
import type { Wire } from '../../shared/events.ts';
import { type ModelOptions, variablesIn } from '../../shared/models/model-options.ts';
import { MODEL_PRESETS, type ModelPreset, presetOfUrl } from '../../shared/models/model-presets.ts';
import { type AdvancedField, type AdvancedForm, advancedOf, NO_ADVANCED, optionsIn } from './advanced-fields.tsx';

/** A preset's id, or one of the two that are none. */
export type ProviderId = string;
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

export interface FormProblems {
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
