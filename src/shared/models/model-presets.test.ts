import { expect, it } from 'vitest';
import { MODEL_PRESETS, presetOfKey, presetOfUrl } from './model-presets.ts';

it('recognises a provider by its key and by its address', () => {
  expect(presetOfKey(' sk-or-v1-abc')?.id).toBe('openrouter');
  expect(presetOfKey('sk-proj-abc')?.id).toBe('openai');
  // Never sent to the first of the list.
  expect(presetOfKey('sk-ant-api03-abc')?.id).toBe('anthropic');
  expect(presetOfKey('AIzaSyabc')?.id).toBe('gemini');
  expect(presetOfKey('sk-abc')).toBeUndefined();
  expect(presetOfUrl('http://localhost:11434/v1/')?.id).toBe('ollama');
  expect(MODEL_PRESETS.map((preset) => presetOfUrl(preset.baseUrl)?.id)).toEqual(MODEL_PRESETS.map(({ id }) => id));
});
