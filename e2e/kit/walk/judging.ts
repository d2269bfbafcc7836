/** Three conversations as a table, and the review queue with its tabs. */
import type { Locator } from '@playwright/test';
import { eachTab, expect, type Walk, wordsOf } from './walk.ts';

/** @param place the list, with three conversations. */
export async function judging(walk: Walk, place: Locator): Promise<void> {
  const { page, visit } = walk;
  const { common, library: words, judging: own } = wordsOf(walk);
  const rows = place.locator('[data-row]');
  await expect(rows).toHaveCount(3);
  for (const box of await rows.getByRole('checkbox').all()) await box.check();
  await place.getByRole('button', { name: words.do.queue }).click();
  await place.getByRole('button', { name: words.do.compare, exact: true }).click();
  await expect(place.getByRole('columnheader')).toHaveCount(6);
  await visit('three conversations in a table');
  await page.keyboard.press('Escape');
  await place.getByRole('button', { name: common.reviewQueue }).click();
  const queue = place.getByRole('list', { name: own.queue });
  await expect(queue.getByRole('listitem')).toHaveCount(3);
  await expect(queue.locator('[data-queued][aria-current=true]')).toBeFocused();
  await expect(place.locator('.animate-spin')).toHaveCount(0);
  await visit('review queue');
  await page.keyboard.press('2');
  await expect(queue.getByLabel(words.verdict.fail)).toBeVisible();
  await eachTab(walk, place, 'review queue');
  await place.getByRole('button', { name: common.report }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await visit('review queue: report');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(rows).toHaveCount(3);
  await page.keyboard.press('Escape');
}
