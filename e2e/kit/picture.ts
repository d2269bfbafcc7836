/**
 * Checks a picture point by point: the hue of a kind of part where the figures require it. Unlike letters, hues and
 * lengths are the same on every machine.
 */
import { expect, type Locator } from '@playwright/test';
import { PART_KINDS, type PartKind } from '../../src/shared/events.ts';

export interface Drawn {
  readonly kind: PartKind;
  readonly tokens: number;
}

type Point = readonly [x: number, y: number];

/** Tolerance for a screen's rounding, of 255. */
const NEAR = 2;
/** Pixels: what is narrower is no more than an edge. */
const SEEN = 3;

/** Kind whose hue each point of the element's current picture has; undefined for anything else. */
export async function kindsAt(element: Locator, points: readonly Point[]): Promise<readonly (PartKind | undefined)[]> {
  const png = (await element.screenshot({ animations: 'disabled' })).toString('base64');
  const found = await element.page().evaluate(
    async ([encoded, names, wanted, near]) => {
      const hue = (css: string) => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.backgroundColor = css;
        const { backgroundColor } = getComputedStyle(probe);
        probe.remove();
        return (backgroundColor.match(/\d+/g) ?? []).map(Number);
      };
      const hues = names.map((name) => hue(`var(--color-part-${name})`));
      const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const paper = new OffscreenCanvas(image.width, image.height).getContext('2d');
      if (paper === null) throw new Error('The browser cannot draw.');
      paper.drawImage(image, 0, 0);
      return wanted.map(([x, y]) => {
        const { data } = paper.getImageData(Math.floor(x), Math.floor(y), 1, 1);
        return hues.findIndex((one) => one.every((value, at) => Math.abs(value - (data[at] ?? 0)) <= near));
      });
    },
    [png, [...PART_KINDS], points, NEAR] as const,
  );
  return found.map((index) => PART_KINDS[index]);
}

/** Divides a length among boxes by their figures, with a gap between them and a minimum for each. */
function shared(parts: readonly Drawn[], length: number, gap: number, least: number): readonly Point[] {
  const room = length - gap * (parts.length - 1);
  const isSmall = new Set<Drawn>();
  for (;;) {
    const rest = parts.filter((part) => !isSmall.has(part));
    const scale = (room - least * isSmall.size) / rest.reduce((sum, { tokens }) => sum + tokens, 0);
    const next = rest.filter(({ tokens }) => tokens * scale < least);
    if (next.length > 0) {
      for (const part of next) isSmall.add(part);
      continue;
    }
    let at = 0;
    return parts.map((part): Point => {
      const size = isSmall.has(part) ? least : part.tokens * scale;
      const box: Point = [at, size];
      at += size + gap;
      return box;
    });
  }
}

/** Each part has its hue at both ends and in the middle of the length that its tokens give it. */
export async function expectStrip(
  strip: Locator,
  parts: readonly Drawn[],
  { gap = 0, least = 0 }: { readonly gap?: number; readonly least?: number } = {},
): Promise<void> {
  const box = await strip.boundingBox();
  if (box === null) throw new Error('The strip is not on the screen.');
  const boxes = shared(parts, box.width, gap, least);
  const y = box.height / 2;
  const looked = boxes.flatMap(([from, size], index) => {
    const kind = parts[index]?.kind;
    if (size < SEEN || kind === undefined) return [];
    const ends = size < 3 * SEEN ? [] : [from + SEEN, from + size - SEEN];
    return [from + size / 2, ...ends].map((x) => ({ kind, point: [x, y] as const }));
  });
  expect(looked.length).toBeGreaterThan(2);
  const seen = await kindsAt(
    strip,
    looked.map(({ point }) => point),
  );
  expect(seen).toEqual(looked.map(({ kind }) => kind));
}
