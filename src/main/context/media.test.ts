import { expect, it } from 'vitest';
import { mediaTokens } from './media.ts';

const image = (width: number, height: number) => ({ kind: 'image' as const, width, height });

/** The examples that the providers themselves give beside their rules, and borders of them. */
it.each([
  ['gpt-4o', image(1_024, 1_024), 765],
  ['gpt-4o', image(2_048, 4_096), 1_105],
  ['openai/gpt-4.1-mini', image(1_024, 1_024), 1_659],
  ['o4-mini', image(1_800, 2_400), Math.ceil(1_452 * 1.72)],
  ['claude-sonnet-4-5', image(1_000, 1_000), 1_334],
  ['claude-sonnet-4-5', image(200, 200), 54],
  ['claude-sonnet-4-5', image(8_000, 8_000), 1_534],
  ['gemini-2.5-flash', image(384, 384), 258],
  ['gemini-2.5-flash', image(960, 540), 516],
  ['gemini-2.5-flash', { kind: 'pdf' as const, pages: 4 }, 4 * 258],
  ['claude-sonnet-4-5', { kind: 'pdf' as const, pages: 2 }, 2 * (2_250 + 1_534)],
  ['some-vision-model', image(512, 512), 255],
])('%s: %j takes %i tokens', (model, facts, tokens) => {
  expect(mediaTokens(model, facts)).toBe(tokens);
});
