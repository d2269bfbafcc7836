/** The booker's journey in Chinese, with the demo model: nothing but the app and a person. */
import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures.ts';
import { storedBookings } from './kit/bookings.ts';
import { answers, card, chatLog, idle, say } from './kit/chat.ts';

test.use({ locale: 'zh-CN' });

// Rules: 001.6, 001.25
test('订一张明天从北京去东京的机票：三轮对话、确认卡、订单号、日历与行程单', async ({ app, page }) => {
  await expect(page.getByRole('heading', { name: '你好！有什么可以帮你？' })).toBeVisible();

  await say(page, '我想订一张明天从北京去东京的机票');
  await expect(chatLog(page).getByRole('heading', { name: '北京 → 东京 航班' })).toBeVisible();
  await idle(page);

  await page.getByRole('button', { name: /^选择第1个/ }).click();
  await expect(answers(page).last()).toContainText('乘客的姓名');
  await idle(page);
  await say(page, 'Zhang San');

  const question = page.getByRole('heading', { name: '请确认预订' });
  await expect(question).toBeVisible();
  const asked = card(page, '请确认预订');
  await expect(asked).toContainText('Zhang San');
  await expect(asked).toContainText('票价规则');
  await expect(asked).toContainText(/[¥￥]\s?[\d,]+/);
  expect(storedBookings(app.home)).toEqual([]);

  await page.getByRole('button', { name: '确认预订' }).click();
  await expect(page.getByRole('heading', { name: '订单号' })).toBeVisible();
  await idle(page);
  const [booking, ...others] = storedBookings(app.home);
  expect(others).toEqual([]);
  const reference = booking?.reference ?? '';
  expect(reference).toMatch(/^[A-Z]{6}$/);
  await expect(card(page, '订单号')).toContainText(reference);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: '加入日历' }).first().click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`${reference}.ics`);
  const calendar = readFileSync(await download.path(), 'utf8');
  expect(calendar).toMatch(/^BEGIN:VCALENDAR\r\n/);
  expect(calendar).toContain(reference);

  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: '可打印的行程单' }).first().click();
  const itinerary = await opening;
  await expect(itinerary.locator('body')).toContainText(reference);
  await expect(itinerary.locator('body')).toContainText('Zhang San');
  await itinerary.close();

  await say(page, '我的预订');
  await expect(page.getByRole('heading', { name: '1 个预订' })).toBeVisible();
  await expect(page.getByRole('button', { name: `查看我的预订 ${reference}` })).toBeVisible();
  await idle(page);
});
