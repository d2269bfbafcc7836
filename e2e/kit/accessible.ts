import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];

/** Of the rules, what another palette can break. */
const BY_PALETTE = ['color-contrast', 'link-in-text-block'];

/** In light and in dark: what breaks a rule of WCAG 2.1 AA, and where. A dialog hides the rest, which is left out then. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  const modal = '[role="dialog"], [role="alertdialog"]';
  const inDialog = (await page.locator(modal).count()) > 0;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    const axe = new AxeBuilder({ page });
    if (inDialog) axe.include(modal);
    const rules = colorScheme === 'light' ? axe.withTags(WCAG) : axe.withRules(BY_PALETTE);
    const { violations } = await rules.analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => ({ id, target, failureSummary })),
    );
    expect.soft(found, `${state}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Pixels by which the page runs over the window's edge. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
