import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { MODEL_PRESETS } from './model-presets.ts';
import { MODEL_TABLE, rowOf } from './model-row.ts';
import { readTable, tableText, updated } from './write-table.ts';

it('has a valid model table in canonical form', () => {
  const text = readFileSync(path.join(import.meta.dirname, 'models.json'), 'utf8');
  expect(tableText(readTable(text))).toBe(text);
});

it('names no model in a preset that the table lacks or calls retired', () => {
  const wrong = MODEL_PRESETS.flatMap(({ id, models }) => {
    const rows = models.map((model) => ({ model, row: rowOf(model) }));
    return rows.flatMap(({ model, row }) =>
      row === undefined || (row.retired ?? '9') <= MODEL_TABLE.checked ? [`${id}: ${model}`] : [],
    );
  });
  expect(wrong).toEqual([]);
  expect(MODEL_PRESETS.every(({ models }) => models.length > 0)).toBe(true);
});

it('finds a model by dated variants, providers and spellings, never by another model’s name', () => {
  const ids = [
    'claude-opus-5-5-20261001',
    'anthropic/claude-opus-5.5',
    'openai/gpt-6.1-sol',
    'gpt-4o-2024-11-20',
    'gpt-4o-2024-05-13',
    'deepseek-ai/DeepSeek-V4.1-Flash',
    'gpt-5.9',
    'gpt-6.1-sol-mini',
    'qwen4',
  ];
  expect(ids.map((id) => rowOf(id)?.id)).toEqual([
    'claude-opus-5-5',
    'claude-opus-5-5',
    'gpt-6.1-sol',
    'gpt-4o',
    'gpt-4o-2024-05-13',
    'deepseek-v4.1-flash',
    undefined,
    undefined,
    undefined,
  ]);
});

it('takes figures from a catalogue, keeps what it omits, and refuses invalid ones', () => {
  const table = {
    checked: '2026-01-01',
    source: 's',
    models: [
      { provider: 'zhipu', id: 'glm-9', context: 100, prices: { input: 1, output: 2 }, sees: ['image' as const] },
      { provider: 'zhipu', id: 'glm-8' },
    ],
  };
  const cost = { input: 2, output: 4, cache_read: 0.5, cache_write: 0 };
  const catalogue = { zai: { models: { 'GLM-9': { tool_call: true, limit: { context: 200, output: 50 }, cost } } } };
  const next = updated(table, catalogue, '2026-02-02');
  expect(next.checked).toBe('2026-02-02');
  expect(next.models).toEqual([
    {
      provider: 'zhipu',
      id: 'glm-9',
      context: 200,
      maxOutput: 50,
      sees: ['image'],
      tools: true,
      prices: { input: 2, cachedInput: 0.5, output: 4 },
    },
    { provider: 'zhipu', id: 'glm-8' },
  ]);
  const twice = { ...table, models: [...table.models, ...table.models] };
  expect(() => readTable(tableText(twice))).toThrow('two rows for glm-');
  const dear = { ...table, models: [{ provider: 'x', id: 'y', prices: { input: 1, cachedInput: 2, output: 3 } }] };
  expect(() => readTable(tableText(dear))).toThrow('prices of y');
});
