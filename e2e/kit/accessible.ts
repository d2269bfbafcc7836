/** WCAG 2.1 AA by `axe`, in light and in dark. */
import { expect, type Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';
import axe from 'axe-core';
import { newlyShown } from './newly-shown.ts';
import { prefer } from './screens.ts';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

/** Rules that another palette can break. */
const BY_PALETTE = ['color-contrast', 'link-in-text-block'];

/** Reports violations only: an entry for every passing element would take twice as long. */
const FOUND_ALONE: RunOptions = { resultTypes: ['violations'], preload: false, iframes: false };

/** Elements that cover or hide the rest, from a screen reader too. */
const ON_TOP = [
  '[role="dialog"]',
  '[role="alertdialog"]',
  '[data-base-ui-portal] [role="menu"]',
  '[data-base-ui-portal] [role="listbox"]',
].join(', ');

export interface Fault {
  readonly id: string;
  readonly target: string;
  readonly summary: string;
}

/** `part`: the page's elements of this selector, if there are any, else all of it. */
interface Judged {
  readonly part: string;
  readonly leftOut: string;
}

/** Colours that change slowly, and what fades in, are judged as they will be. */
const atRest = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const moving = () =>
      document.getAnimations().filter(({ effect, playState }) => {
        return playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime);
      });
    // Inherited colour transitions start only when the parent's ends.
    for (let depth = 0; depth < 20 && moving().length > 0; depth += 1) for (const one of moving()) one.finish();
  });

const run = (page: Page, judged: Judged, options: RunOptions): Promise<readonly Fault[]> =>
  page.evaluate(
    async ([{ part, leftOut }, asked]) => {
      const parts = [...document.querySelectorAll(part)];
      const include = parts.length > 0 ? parts : [document.documentElement];
      const exclude = [...document.querySelectorAll(leftOut)];
      // Nothing of it is new.
      if (include.every((one) => exclude.some((other) => other.contains(one)))) return [];
      const { violations } = await window.axe.run({ include, exclude }, asked);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary = '' }) => ({ id, target: target.join(' '), summary: failureSummary })),
      );
    },
    [judged, options] as const,
  );

/**
 * Violations of WCAG 2.1 AA, in light and in dark, with their places. An open dialog, menu or list hides the rest,
 * which is then left out; so is what was on the page, unchanged, at an earlier call.
 */
export async function faultsOf(page: Page): Promise<Readonly<Record<'light' | 'dark', readonly Fault[]>>> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const judged = { part: ON_TOP, leftOut: await newlyShown(page, ON_TOP) };
  const found = { light: [] as readonly Fault[], dark: [] as readonly Fault[] };
  // The one on the screen first: to change it styles the whole page again.
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  for (const colorScheme of isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)) {
    await prefer(page, colorScheme);
    await atRest(page);
    const runOnly =
      colorScheme === 'light' ? { type: 'tag' as const, values: WCAG } : { type: 'rule' as const, values: BY_PALETTE };
    found[colorScheme] = await run(page, judged, { ...FOUND_ALONE, runOnly });
  }
  return found;
}

export async function expectAccessible(page: Page, state: string): Promise<void> {
  expect.soft(await faultsOf(page), state).toEqual({ light: [], dark: [] });
}

/** Pixels by which the page runs over the window's edge. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
