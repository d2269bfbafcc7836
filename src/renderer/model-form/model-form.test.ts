import { describe, expect, it } from 'vitest';
import type { SettingsView } from '../../shared/contract.ts';
import { DEFAULT_SETTINGS } from '../test-kit/fake-core.ts';
import { NO_ADVANCED, optionsIn } from './advanced-fields.tsx';
import {
  CUSTOM,
  changeOf,
  DEMO,
  formOf,
  isStored,
  problemsOf,
  withProvider,
  withStoredHeaders,
  withWire,
} from './model-field.tsx';

const STORED: SettingsView = {
  ...DEFAULT_SETTINGS,
  demo: false,
  baseUrl: 'https://api.deepseek.com/v1',
  model: 'deepseek-flash',
  hasKey: true,
};

describe('the model form', () => {
  it('opens with the stored settings, under the provider’s name', () => {
    expect(formOf(DEFAULT_SETTINGS).provider).toBe(DEMO);
    expect(formOf(STORED)).toEqual({
      provider: 'deepseek',
      baseUrl: 'https://api.deepseek.com/v1',
      model: 'deepseek-flash',
      apiKey: '',
    });
    expect(formOf({ ...STORED, baseUrl: 'https://llm.example.com/v1' }).provider).toBe(CUSTOM);
  });

  it('never gives one provider’s key to another', () => {
    const typed = { ...formOf(STORED), apiKey: 'sk-typed-for-deepseek' };
    const moved = withProvider(typed, 'openai');
    expect(moved.apiKey).toBe('');
    expect(problemsOf(moved, false)).toEqual({ baseUrl: false, key: true, advanced: [] });
    const local = withProvider(typed, 'ollama');
    expect(changeOf(local, STORED)).toEqual({ baseUrl: local.baseUrl, model: local.model, apiKey: '' });
  });

  it('keeps the stored key while the address stays, and accepts a new one', () => {
    const form = { ...formOf(STORED), model: 'deepseek-v4-pro' };
    expect(changeOf(form, STORED)).toEqual({ baseUrl: form.baseUrl, model: 'deepseek-v4-pro' });
    expect(changeOf({ ...form, apiKey: ' sk-new ' }, STORED)).toMatchObject({ apiKey: 'sk-new' });
  });

  it('names what is missing', () => {
    const custom = { provider: CUSTOM, baseUrl: 'api.example.com', model: 'm', apiKey: '' };
    expect(problemsOf(custom, false)).toEqual({ baseUrl: true, key: false, advanced: [] });
    expect(problemsOf({ ...custom, baseUrl: 'http://127.0.0.1:8080/v1' }, false).baseUrl).toBe(false);
  });

  it('keeps stored headers, stores typed ones, and gives none of them to another provider', () => {
    const stored = { ...STORED, modelOptions: { wire: 'chat' as const, headers: { 'x-a': null, 'x-b': '$B' } } };
    const form = formOf(stored);
    expect(changeOf(form, stored)).toEqual({
      baseUrl: form.baseUrl,
      model: form.model,
      modelOptions: stored.modelOptions,
    });
    expect(isStored(form, stored)).toBe(true);
    const wired = withWire(form, 'responses');
    expect([isStored(wired, stored), changeOf(wired, stored).modelOptions?.wire]).toEqual([false, 'responses']);
    expect(changeOf(withProvider(form, 'openai'), stored).modelOptions).toEqual({});
    const { advanced = NO_ADVANCED } = form;
    const [row] = advanced.headers;
    const typed = { ...form, advanced: { ...advanced, headers: row === undefined ? [] : [{ ...row, value: 'new' }] } };
    expect(changeOf(typed, stored).modelOptions?.headers).toEqual({ 'x-a': 'new' });
    expect(withStoredHeaders(typed).advanced?.headers).toMatchObject([{ name: 'x-a', value: '', stored: true }]);
  });

  it('names invalid advanced fields', () => {
    const wrong = {
      ...NO_ADVANCED,
      maxOutput: '0',
      params: '{"messages":[]}',
      headers: [{ id: 1, name: 'Host', value: 'x', stored: false }],
    };
    expect(optionsIn(wrong)).toEqual({ bad: ['maxOutput', 'params', 'headers'] });
    const right = { ...NO_ADVANCED, maxOutput: '4,096', params: '{"a":[1]}', effort: 'low' as const };
    expect(optionsIn(right)).toEqual({ options: { effort: 'low', maxOutput: 4096, params: { a: [1] } } });
  });
});
