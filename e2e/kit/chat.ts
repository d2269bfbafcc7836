/** User actions in the chat, by the names that a screen reader announces. */
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';

export type Language = 'en' | 'zh';

export const messageBox = (page: Page): Locator => page.getByRole('textbox', { name: /^(Message|消息)$/ });
export const chatLog = (page: Page): Locator => page.getByRole('log');
/** Skilldeck's messages, oldest first. */
export const answers = (page: Page): Locator => chatLog(page).getByRole('article', { name: 'Skilldeck' });
/** The user's messages, oldest first. */
export const questions = (page: Page): Locator => chatLog(page).getByRole('article', { name: /^(You|你)$/ });
export const stopButton = (page: Page): Locator => page.getByRole('button', { name: /^(Stop|停止)$/ });
export const sendButton = (page: Page): Locator => page.getByRole('button', { name: /^(Send|发送)$/ });

export async function say(page: Page, text: string): Promise<void> {
  await messageBox(page).fill(text);
  await messageBox(page).press('Enter');
}

/** The run is over: another message can be sent. */
export async function idle(page: Page): Promise<void> {
  await expect(sendButton(page)).toBeVisible();
}

/** A card by its title. */
export const card = (page: Page, title: string | RegExp): Locator =>
  chatLog(page)
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title }) });
