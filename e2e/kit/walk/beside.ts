/** Panels beside the chat, or over it in a narrow window: context, skills, files; the map, and review. */
import type { Locator } from '@playwright/test';
import { closed, command, eachTab, expect, theDialog, type Walk, wordsOf } from './walk.ts';

/** Calls `inside` with the column, which is a drawer where the window is narrow. */
export async function inColumn(walk: Walk, inside: (column: Locator) => Promise<void>): Promise<void> {
  const { page } = walk;
  const column = page.getByRole('complementary').last();
  if ((await column.getByRole('tablist').count()) > 0) {
    await inside(column);
    await column.getByRole('tab').first().click();
    return;
  }
  await page.keyboard.press('Control+i');
  await inside(await theDialog(page));
  if ((await page.getByRole('dialog').count()) > 0) await closed(page);
}

export async function beside(walk: Walk): Promise<void> {
  const { page, visit } = walk;
  const { app } = wordsOf(walk);
  await inColumn(walk, (column) => eachTab(walk, column, 'beside the chat'));
  await page.keyboard.press('Alt+m');
  const map = page.getByRole('main').filter({ has: page.getByRole('tablist') });
  await expect(map).toBeVisible();
  await map.locator('[data-tile]').first().click();
  await visit('a part in the map');
  await eachTab(walk, map, 'map');
  await page.keyboard.press('Escape');
  await expect(map).toHaveCount(0);
  await command(walk, app.palette.compact);
  await theDialog(page);
  await visit('summarise');
  await closed(page);
}

export async function lookingBack(walk: Walk): Promise<void> {
  const { page, visit, language } = walk;
  const slider = page.getByRole('region', { name: wordsOf(walk).review.title }).getByRole('slider');
  await page.keyboard.press('Alt+r');
  await expect(slider).toBeFocused();
  await visit('looking back');
  await page.keyboard.press('Home');
  await visit('looking back at the first event');
  await page.keyboard.press('End');
  await page.getByRole('button', { name: language === 'en' ? /^\d+ requests?$/ : /^\d+ 个请求$/ }).click();
  await visit('requests that were sent');
  await page.keyboard.press('Escape');
  await slider.focus();
  await page.keyboard.press('n');
  await theDialog(page);
  await visit('a note');
  await closed(page);
  await page.keyboard.press('Alt+r');
  await expect(slider).toHaveCount(0);
}
