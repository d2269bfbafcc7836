/** Forms instead of twenty questions: filled in by keyboard alone, dismissed, left half-way, and changed later. */
import { expect, test } from './fixtures.ts';
import { expectAccessible, overflow } from './kit/accessible.ts';
import { answers, card, idle, questions, say } from './kit/chat.ts';

// Each is a whole journey, with every state judged twice.
test.slow();

/** A day in the words of the field: `Fri, 22 Jan 2027`. */
const inWords = (day: string): RegExp => {
  const parts = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return new RegExp(
    `^${new Intl.DateTimeFormat('en-GB', parts).format(new Date(`${day}T00:00:00Z`)).replace(',', ',?')}$`,
  );
};
const ahead = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('fills in a trip by keyboard only, and changes it after the search', async ({ page }) => {
  await say(page, 'I need a flight to Tokyo');
  const form = card(page, 'Your trip');
  await expect(form.getByRole('combobox', { name: /^To/ })).toHaveValue('Tokyo (TYO)');
  await expectAccessible(page, 'form');

  await form.getByRole('combobox', { name: /^From/ }).focus();
  await page.keyboard.press('Control+Enter');
  await expect(form.getByRole('status')).toHaveText('Check 2 fields.');
  await expect(form.getByRole('combobox', { name: /^From/ })).toBeFocused();
  await expect(form.getByRole('combobox', { name: /^From/ })).toHaveAccessibleDescription('This field is required.');
  await expectAccessible(page, 'form with faults');
  await page.keyboard.type('pvg');
  await expect(page.getByRole('option', { name: 'Shanghai 上海 SHA' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(form.getByRole('combobox', { name: /^From/ })).toHaveValue('Shanghai (SHA)');

  const date = form.getByRole('textbox', { name: /^Departure date/ });
  await date.focus();
  await page.keyboard.type('2020-01-01');
  await page.keyboard.press('Tab');
  await expect(date).toHaveAccessibleDescription(/^The earliest day is /);
  await date.fill('tomorrow');
  await page.keyboard.press('Tab');
  await expect(date).toHaveValue(inWords(ahead(1)));
  await date.fill('');
  await date.press('ArrowDown');
  await expect(
    page
      .getByRole('dialog')
      .getByRole('button', { name: /^\w{3}, \d/ })
      .first(),
  ).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(date).toBeFocused();
  await expect(date).toHaveValue(inWords(ahead(7)));
  await form.getByRole('textbox', { name: 'Adults' }).press('ArrowUp');
  await date.press('Enter');

  await expect(card(page, 'Shanghai → Tokyo')).toContainText('2 adults');
  await idle(page);
  const told = questions(page).filter({ hasText: 'Your trip' });
  await expect(told).toContainText('Shanghai (SHA)');

  await told.getByRole('button', { name: 'Change the answers to “Your trip”' }).press('Enter');
  const change = card(page, 'Your trip');
  const from = change.getByRole('combobox', { name: /^From/ });
  await from.fill('北京');
  await page.keyboard.press('Enter');
  await change.getByRole('button', { name: 'Save changes' }).press('Enter');
  await expect(card(page, 'Beijing → Tokyo')).toBeVisible();
  await expect(card(page, 'Shanghai → Tokyo')).toHaveCount(0);
  await idle(page);
  expect(await overflow(page)).toBe(0);
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('表单填到一半，重新载入或重启后仍在；跳过后改用文字回答；再填乘客表单', async ({ page, app }) => {
    await say(page, '我想订一张去东京的机票');
    const form = card(page, '行程');
    const from = form.getByRole('combobox', { name: /^出发城市/ });
    await from.fill('shanghai');
    await page.keyboard.press('Enter');
    await expect(from).toHaveValue('上海 (SHA)');
    await form.getByRole('button', { name: '加一：成人' }).click();
    await page.setViewportSize({ width: 900, height: 800 });
    expect(await overflow(page)).toBe(0);

    await page.reload();
    await expect(from).toHaveValue('上海 (SHA)');
    await app.restart();
    await page.reload();
    await expect(from).toHaveValue('上海 (SHA)');
    await expect(form.getByRole('textbox', { name: /^成人/ })).toHaveValue('2');

    await form.getByRole('button', { name: '跳过' }).click();
    await expect(questions(page).last()).toContainText('已跳过：行程');
    await expect(answers(page).last()).toContainText('从哪个城市出发');
    await idle(page);
    await say(page, `从上海出发，${ahead(9)}，2位成人`);
    await expect(card(page, '上海 → 东京')).toBeVisible();
    await idle(page);
    await page.getByRole('button', { name: /^选择第1个/ }).click();

    const passengers = card(page, '乘客信息');
    const names = passengers.getByRole('textbox', { name: /^姓名/ });
    await expect(names).toHaveCount(2);
    await names.first().fill('Zhang San7');
    await names.last().fill('Li Si');
    await passengers.getByRole('button', { name: '继续' }).click();
    await expect(names.first()).toHaveAccessibleDescription(/不能有汉字和数字/);
    await names.first().fill('Zhang San');
    await names.first().press('Enter');
    const asked = card(page, '请确认预订');
    await expect(asked).toContainText('Zhang San');
    await expect(asked).toContainText('Li Si');
  });
});
