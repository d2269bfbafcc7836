import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { contrast, distance, over, parseHex, type Rgb, VISION } from './test-kit/color-math.ts';

const css = readFileSync(path.join(import.meta.dirname, 'styles.css'), 'utf8');
const [usual = '', strong = ''] = css.split('@media (prefers-contrast: more)');

type Theme = Readonly<Record<string, string>>;

function theme(index: 1 | 2, ...texts: readonly string[]): Theme {
  const found = texts.flatMap((text) => [...text.matchAll(/--color-([\w-]+): light-dark\((#\w+), (#\w+)\)/g)]);
  return Object.fromEntries(found.map((match) => [match[1] ?? '', match[index + 1] ?? '']));
}

const THEMES: Readonly<Record<string, Theme>> = {
  light: theme(1, usual),
  dark: theme(2, usual),
  'light, more contrast': theme(1, usual, strong),
  'dark, more contrast': theme(2, usual, strong),
};

const GROUNDS = ['sunken', 'side', 'canvas', 'surface', 'raised'];
const KINDS = ['base', 'tools', 'catalog', 'skill', 'reference', 'summary', 'user', 'assistant', 'tool-result'];
/** WCAG 2.1 AA: 1.4.3 for text, 1.4.11 for what is not text. */
const TEXT = 4.5;
const GRAPHICS = 3;

describe.each(Object.entries(THEMES))('the palette, %s', (_name, colors) => {
  const solid = (name: string): Rgb => parseHex(colors[name] ?? '#000').rgb;
  const failing = (pairs: readonly (readonly [string, Rgb, Rgb])[], least: number) =>
    pairs.flatMap(([name, a, b]) => (contrast(a, b) < least ? [`${name}: ${contrast(a, b).toFixed(2)}`] : []));

  it('keeps text readable on every background, also under the pointer', () => {
    const inks = ['ink', 'ink-soft', 'ink-faint', 'accent-ink', 'success', 'warning', 'danger'];
    const pairs = inks.flatMap((ink) =>
      GROUNDS.flatMap((ground) => [
        [`${ink} on ${ground}`, solid(ink), solid(ground)] as const,
        // A placeholder or an icon's colour, never that of words in a row.
        ...(ink === 'ink-faint'
          ? []
          : [[`${ink} on hovered ${ground}`, solid(ink), over(colors.hover ?? '', solid(ground))] as const]),
      ]),
    );
    expect(failing(pairs, TEXT)).toEqual([]);
  });

  it('keeps text readable on filled surfaces', () => {
    const filled = [
      ['on-accent', 'accent'],
      ['on-accent', 'accent-strong'],
      ['on-danger', 'danger'],
      ['on-danger', 'danger-strong'],
      ['on-tooltip', 'tooltip'],
      ['accent-ink', 'accent-soft'],
      ['success', 'success-soft'],
      ['warning', 'warning-soft'],
      ['danger', 'danger-soft'],
      ['ink', 'warning-soft'],
      ['ink', 'danger-soft'],
      ['ink-soft', 'danger-soft'],
      ['ink-soft', 'warning-soft'],
    ] as const;
    expect(
      failing(
        filled.map(([a, b]) => [`${a} on ${b}`, solid(a), solid(b)] as const),
        TEXT,
      ),
    ).toEqual([]);
  });

  it('keeps parts and focus visible against their background', () => {
    const pairs = [...KINDS.map((kind) => `part-${kind}`), 'focus', 'accent'].flatMap((name) =>
      ['side', 'part-free'].map((ground) => [`${name} on ${ground}`, solid(name), solid(ground)] as const),
    );
    expect(failing(pairs, GRAPHICS)).toEqual([]);
  });

  it.each(Object.entries(VISION))('distinguishes parts with %s vision', (vision, matrix) => {
    const part = (kind: string) => solid(`part-${kind}`);
    const close = KINDS.flatMap((a, at) =>
      KINDS.slice(at + 1).flatMap((b, further) => {
        const apart = distance(part(a), part(b), matrix);
        const least = further === 0 || vision === 'usual' ? 0.08 : 0.035;
        return apart < least ? [`${a} and ${b}: ${apart.toFixed(3)}`] : [];
      }),
    );
    expect(close).toEqual([]);
  });
});
