/** The model form's own state, apart from its looks: which provider, what is missing, what would be stored. */
import type { Settings, SettingsView } from '../../shared/contract.ts';
import { MODEL_PRESETS, type ModelPreset, presetOfUrl } from '../../shared/model-presets.ts';

/** A preset's id, or one of the two that are none. */
export type ProviderId = string;
export const DEMO = 'demo';
export const CUSTOM = 'custom';

export interface ModelForm {
  readonly provider: ProviderId;
  readonly baseUrl: string;
  readonly model: string;
  /** As typed now; the stored one is never known here. */
  readonly apiKey: string;
}

export const presetOf = (provider: ProviderId): ModelPreset | undefined =>
  MODEL_PRESETS.find((preset) => preset.id === provider);

export function formOf({ baseUrl, model, demo }: SettingsView): ModelForm {
  const provider = demo || baseUrl === '' ? DEMO : (presetOfUrl(baseUrl)?.id ?? CUSTOM);
  return { provider, baseUrl, model, apiKey: '' };
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
}

/** @param keyStored a key for this very address is stored */
export function problemsOf(form: ModelForm, keyStored: boolean): FormProblems {
  if (form.provider === DEMO) return { baseUrl: false, key: false };
  return {
    baseUrl: !isWebAddress(form.baseUrl),
    key: presetOf(form.provider)?.needsKey === true && form.apiKey.trim() === '' && !keyStored,
  };
}

/** What to store. An empty key field leaves the stored key, unless it belonged to another address. */
export function changeOf(form: ModelForm, stored: SettingsView): Partial<Settings> & { readonly apiKey?: string } {
  const baseUrl = form.baseUrl.trim();
  const model = form.model.trim();
  const apiKey = form.apiKey.trim();
  if (form.provider === DEMO) return { baseUrl: '', model: '' };
  if (apiKey !== '') return { baseUrl, model, apiKey };
  return stored.hasKey && stored.baseUrl !== '' && !sameHost(baseUrl, stored.baseUrl)
    ? { baseUrl, model, apiKey: '' }
    : { baseUrl, model };
}

export function sameHost(a: string, b: string): boolean {
  const [left, right] = [URL.parse(a.trim()), URL.parse(b.trim())];
  return left !== null && right !== null && left.origin === right.origin;
}
