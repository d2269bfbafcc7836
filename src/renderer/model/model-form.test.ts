import { describe, expect, it } from 'vitest';
import type { SettingsView } from '../../shared/contract.ts';
import { DEFAULT_SETTINGS } from '../test-kit/fake-core.ts';
import { CUSTOM, changeOf, DEMO, formOf, problemsOf, withProvider } from './model-form.ts';

const STORED: SettingsView = {
  ...DEFAULT_SETTINGS,
  demo: false,
  baseUrl: 'https://api.deepseek.com/v1',
  model: 'deepseek-chat',
  hasKey: true,
};

describe('the model form', () => {
  it('opens on what is stored, by the provider’s name', () => {
    expect(formOf(DEFAULT_SETTINGS).provider).toBe(DEMO);
    expect(formOf(STORED)).toEqual({
      provider: 'deepseek',
      baseUrl: 'https://api.deepseek.com/v1',
      model: 'deepseek-chat',
      apiKey: '',
    });
    expect(formOf({ ...STORED, baseUrl: 'https://llm.example.com/v1' }).provider).toBe(CUSTOM);
  });

  it('never hands one provider’s key to another', () => {
    const typed = { ...formOf(STORED), apiKey: 'sk-typed-for-deepseek' };
    const moved = withProvider(typed, 'openai');
    expect(moved.apiKey).toBe('');
    expect(problemsOf(moved, false)).toEqual({ baseUrl: false, key: true });
    const local = withProvider(typed, 'ollama');
    expect(changeOf(local, STORED)).toEqual({ baseUrl: local.baseUrl, model: local.model, apiKey: '' });
  });

  it('keeps the stored key while the address stays, and takes a new one', () => {
    const form = { ...formOf(STORED), model: 'deepseek-reasoner' };
    expect(changeOf(form, STORED)).toEqual({ baseUrl: form.baseUrl, model: 'deepseek-reasoner' });
    expect(changeOf({ ...form, apiKey: ' sk-new ' }, STORED)).toMatchObject({ apiKey: 'sk-new' });
  });

  it('names what is missing', () => {
    const custom = { provider: CUSTOM, baseUrl: 'api.example.com', model: 'm', apiKey: '' };
    expect(problemsOf(custom, false)).toEqual({ baseUrl: true, key: false });
    expect(problemsOf({ ...custom, baseUrl: 'http://127.0.0.1:8080/v1' }, false).baseUrl).toBe(false);
  });
});
