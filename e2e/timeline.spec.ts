/** The timeline under the conversation: what it shows is what was sent. */
import type { Page } from '@playwright/test';
import { PART_KINDS } from '../src/shared/events.ts';
import { expect, test } from './fixtures.ts';
import { expectAccessible } from './kit/accessible.ts';
import { answers, idle, say } from './kit/chat.ts';
import { eventsOf, ofType, openSession } from './kit/events.ts';
import { stackAt } from './kit/picture.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const columns = (page: Page) =>
  page.getByRole('toolbar', { name: 'Requests, one after the other' }).getByRole('button');

test('an author reads each request’s size, finds where a skill was added, and goes there', async ({ page, app }) => {
  await say(page, 'Find flights from Beijing to Tokyo tomorrow');
  await expect(answers(page).last()).toContainText(/./);
  await idle(page);
  const sent = ofType(eventsOf(app.home, await openSession(page)), 'request-sent');
  expect(sent.length).toBeGreaterThan(2);
  await expect(columns(page)).toHaveCount(sent.length);

  // Each column is as high as its tokens, on one scale for all.
  const drawn = await columns(page).evaluateAll((buttons) =>
    buttons.map((button) => ({
      total: Number(button.dataset.total),
      height: button.querySelector<HTMLElement>(':scope > .keep-colors')?.getBoundingClientRect().height ?? 0,
    })),
  );
  expect(drawn.map(({ total }) => total)).toEqual(sent.map((event) => event.tokens.total));
  const [first] = drawn;
  for (const { total, height } of drawn)
    expect(height / total).toBeCloseTo((first?.height ?? 0) / (first?.total ?? 1), 3);

  // On the picture too: each is as high as its tokens against the highest, and has its kinds from below in their order.
  const stacks = await Promise.all((await columns(page).all()).map((column) => stackAt(column, 7)));
  const heights = stacks.map((stack) => stack.reduce((sum, { height }) => sum + height, 0));
  const [highest, most] = [Math.max(...heights), Math.max(...drawn.map(({ total }) => total))];
  for (const [index, { tokens }] of sent.entries()) {
    expect(Math.abs((heights[index] ?? 0) - (tokens.total / most) * highest)).toBeLessThanOrEqual(2);
    const sums = PART_KINDS.map((kind) => ({
      kind,
      height: (tokens.parts.reduce((sum, part) => sum + (part.kind === kind ? part.tokens : 0), 0) / most) * highest,
    }));
    for (const { kind, height } of sums) {
      const seen = stacks[index]?.find((one) => one.kind === kind)?.height ?? 0;
      expect(Math.abs(seen - height), `${kind} of request ${index + 1}`).toBeLessThanOrEqual(1.5);
    }
  }

  await columns(page).last().focus();
  await page.keyboard.press('Home');
  await expect(columns(page).first()).toBeFocused();
  const loaded = columns(page)
    .filter({ has: page.locator('svg') })
    .first();
  await expect(loaded).toHaveAccessibleName(/Before this: book-flight loaded/);
  await loaded.hover();
  await expect(page.getByText('Before this: book-flight loaded')).toBeVisible();
  await expectAccessible(page, 'timeline');
  await page.getByRole('button', { name: 'Relative to the limit' }).click();
  await page.getByRole('button', { name: 'Hide the timeline' }).click();
  await expect(columns(page)).toHaveCount(0);
  // On a slow connection, what is typed for the palette before it is there is not sent as a message.
  const palette = Promise.withResolvers<void>();
  await page.route(/command-palette/, async (route) => {
    await palette.promise;
    await route.continue();
  });
  await page.reload();
  await expect(answers(page).last()).toBeVisible();
  await expect(columns(page)).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('timeline');
  await page.keyboard.press('Enter');
  palette.resolve();
  await expect(columns(page)).toHaveCount(sent.length);
});
