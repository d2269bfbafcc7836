/** Walks past every screen, dialog and state, in either language and any window. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { questions } from './chat.ts';
import { asking } from './walk/asking.ts';
import { author } from './walk/author.ts';
import { beside, lookingBack } from './walk/beside.ts';
import { booking, versions } from './walk/booking.ts';
import { library } from './walk/library.ts';
import { environments, settings, sheets } from './walk/settings.ts';
import { expect, type Walk, wordsOf } from './walk/walk.ts';

export { firstSteps } from './walk/first-steps.ts';

/** Screens that one conversation with the demo model reaches. */
export async function bookersScreens(walk: Walk): Promise<void> {
  const { page, app, visit } = walk;
  const words = wordsOf(walk);
  await expect(page.getByRole('heading', { name: words.chat.welcome.title })).toBeVisible();
  await visit('welcome');
  await settings(walk);
  await sheets(walk);
  await booking(walk);
  await beside(walk);
  await lookingBack(walk);
  await versions(walk);
  const here = page.url();
  await page.goto(here.replace(/#.*/, '#/s/not-here'));
  await expect(page.getByText(words.app.missing.title)).toBeVisible();
  await visit('a conversation that is not here');
  await page.goto(here);
  await expect(questions(page).last()).toBeVisible();
  await app.kill();
  await expect(page.getByText(words.app.connection.lost).first()).toBeVisible();
  await visit('without a connection');
}

/** Screens reached with a model that uses commands, and afterwards with its conversation. */
export async function authorsAndReviewersScreens(walk: Walk): Promise<void> {
  const { page, app, visit } = walk;
  const words = wordsOf(walk);
  await asking(walk);
  await author(walk);
  await library(walk);
  await environments(walk);
  writeFileSync(path.join(app.home, 'config.jsonc'), '{\n  "welcomed": true,\n  "maxContext": "much"\n}\n');
  await expect(page.getByText(words.app.config.title)).toBeVisible();
  await visit('a mistake in a settings file');
}
