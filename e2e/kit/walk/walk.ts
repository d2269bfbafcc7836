/** Helpers shared by the walks through the screens. */
import { type Locator, type Page, expect as playwrightExpect } from '@playwright/test';
import type { ScriptedModel } from '../../../src/main/models/test-kit/scripted-model.ts';
import { en } from '../../../src/shared/messages/en/rest.ts';
import type { Words } from '../../../src/shared/messages/types.ts';
import { zh } from '../../../src/shared/messages/zh/rest.ts';
import type { App } from '../../fixtures.ts';
import { type Language, sendButton } from '../chat.ts';
import { literal } from '../visible-words.ts';

/** Milliseconds: a walk this long runs beside others. */
export const expect = playwrightExpect.configure({ timeout: 60_000 });
export const idle = (page: Page) => expect(sendButton(page)).toBeVisible();

export interface Walk {
  readonly page: Page;
  readonly app: App;
  readonly model: ScriptedModel;
  readonly language: Language;
  /** Called at each state, with a name for it. */
  visit(state: string): Promise<void>;
}

const ALL: Readonly<Record<Language, Words<typeof en>>> = { en, zh };
/** The screen's own words. */
export const wordsOf = ({ language }: Walk): Words<typeof en> => ALL[language];

/** A text of the screen with anything in its `{{places}}`. */
export const filled = (words: string): RegExp =>
  new RegExp(
    `^${words
      .split(/{{\w+}}/)
      .map(literal)
      .join('.+')}$`,
  );

/** Visits all tabs in `place`, one after the other. */
export async function eachTab({ visit }: Walk, place: Locator, name: string): Promise<void> {
  const tabs = place.getByRole('tablist').first().getByRole('tab');
  for (let index = 0; index < (await tabs.count()); index += 1) {
    const tab = tabs.nth(index);
    await tab.click();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await expect(place.locator('.animate-spin')).toHaveCount(0);
    await visit(`${name}: ${await tab.textContent()}`);
  }
}

/** The one that is open, once the one before it has faded. */
export async function theDialog(page: Page): Promise<Locator> {
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveCount(1);
  await expect(dialog).toBeVisible();
  return dialog;
}

export async function inDialog({ page, visit }: Walk, keys: string, name: string): Promise<Locator> {
  await page.keyboard.press(keys);
  const dialog = await theDialog(page);
  await visit(name);
  return dialog;
}

export async function closed(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Closes notices: they may cover the next button. */
export async function noticeGone(walk: Walk): Promise<void> {
  const notices = walk.page.getByRole('region', { name: new RegExp(`^${wordsOf(walk).app.toasts}`) });
  await notices
    .getByRole('button', { name: wordsOf(walk).common.close })
    .first()
    .click();
  await expect(notices.getByRole('listitem')).toHaveCount(0);
}

/** Opens what a command opens, by the first words of its name. */
export async function command({ page }: Walk, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog').filter({ has: page.locator('[cmdk-root]') });
  await palette.getByRole('combobox').fill(name);
  await expect(palette.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  // It fades while the next one appears, and its hits keep the language in which they were said.
  await expect(page.locator('[cmdk-root]')).toHaveCount(0);
}
