/** The first steps of a new user. */
import { expect, type Walk, wordsOf } from './walk.ts';

/** Nothing listens on this port of the machine. */
const NOBODY = 'http://127.0.0.1:48999/v1';

export async function firstSteps(walk: Walk): Promise<void> {
  const { page, visit } = walk;
  const { common, firstRun, settings } = wordsOf(walk);
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  await expect(page.getByRole('heading', { name: firstRun.language.title })).toBeVisible();
  await visit('first steps: language');
  await press(common.continue);
  await expect(page.getByRole('heading', { name: firstRun.role.title })).toBeVisible();
  await visit('first steps: role');
  await press(new RegExp(`^${firstRun.role.travel}`));
  await expect(page.getByRole('heading', { name: firstRun.model.title })).toBeVisible();
  await visit('first steps: how to begin');
  await press(new RegExp(`^${common.connect}`));
  await expect(page.getByRole('heading', { name: firstRun.connect.title })).toBeVisible();
  await visit('first steps: connect');
  await page.getByRole('button', { name: firstRun.connect.connect, exact: true }).click();
  await expect(page.getByText(settings.model.keyMissing)).toBeVisible();
  await visit('first steps: connect without a key');
  await page.getByRole('combobox', { name: settings.model.provider }).click();
  await expect(page.getByRole('listbox')).toBeVisible();
  await visit('first steps: providers');
  await page.getByRole('option', { name: settings.model.custom }).click();
  await page.getByRole('textbox', { name: common.address }).fill(NOBODY);
  await page.getByRole('textbox', { name: common.model }).fill('some-model');
  await page.getByRole('button', { name: firstRun.connect.connect, exact: true }).click();
  await expect(page.getByText(NOBODY)).toBeVisible();
  await visit('first steps: nothing answers');
  await press(firstRun.tryInstead);
}
