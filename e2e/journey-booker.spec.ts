/** The whole walk of one who books flights and never wants to know what a token is. */
import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures.ts';
import { expectAccessible } from './kit/accessible.ts';
import { storedBookings } from './kit/bookings.ts';
import { answers, card, chatLog, idle, messageBox, questions, say } from './kit/chat.ts';

test.use({ welcomed: false, viewport: { width: 1440, height: 900 } });

/** Milliseconds: two languages, from the first start to a second conversation. */
const WHOLE_STORY = 300_000;

const ahead = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

// Rules: 001.6, 001.25
test('a first-time user books by form and text, and prints her trip; another edits, goes back and queues', async ({
  app,
  page,
}) => {
  test.setTimeout(WHOLE_STORY);
  let reference = '';

  await test.step('首次启动：几步开始使用', async () => {
    await page.getByRole('button', { name: /简体中文/ }).click();
    await page.getByRole('button', { name: '继续' }).click();
    await page.getByRole('button', { name: /我要出行/ }).click();
    await page.getByRole('button', { name: /马上试用/ }).click();
    await expect(page.getByRole('heading', { name: '你好！有什么可以帮你？' })).toBeVisible();
  });

  await test.step('填完表单，列出航班', async () => {
    await say(page, '我想订一张去东京的机票');
    const form = card(page, '行程');
    await form.getByRole('combobox', { name: /^出发城市/ }).fill('北京');
    await page.keyboard.press('Enter');
    const date = form.getByRole('textbox', { name: /^出发日期/ });
    await date.fill(ahead(7));
    await date.press('Enter');
    await expect(card(page, '北京 → 东京')).toBeVisible();
    await idle(page);
  });

  await test.step('用一句话选航班，用一句话确认', async () => {
    await say(page, '第二个');
    await expect(answers(page).last()).toContainText('乘客的姓名');
    await idle(page);
    await say(page, 'Zhang San');
    const asked = card(page, '请确认预订');
    await expect(asked).toContainText('Zhang San');
    await expect(asked).toContainText('票价规则');
    await expect(asked).toContainText(/[¥￥]\s?[\d,]+/);
    // Nothing that only a programmer could read.
    expect((await asked.textContent()) ?? '').not.toMatch(/python|\.py|--|\{|token/i);
    expect(storedBookings(app.home)).toEqual([]);
    await page.getByRole('button', { name: '确认预订' }).click();
    await expect(card(page, '订单号')).toBeVisible();
    await idle(page);
    const [booking, ...others] = storedBookings(app.home);
    expect(others).toEqual([]);
    reference = booking?.reference ?? '';
    expect(reference).toMatch(/^[A-Z]{6}$/);
    await expect(card(page, '订单号')).toContainText(reference);
    await say(page, '我的预订');
    await expect(page.getByRole('button', { name: `查看我的预订 ${reference}` })).toBeVisible();
    await idle(page);
  });

  await test.step('日历、行程单和我的预订', async () => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: '加入日历' }).first().click();
    expect(readFileSync(await (await downloading).path(), 'utf8')).toContain(reference);
    const opening = page.waitForEvent('popup');
    await page.getByRole('button', { name: '可打印的行程单' }).first().click();
    const itinerary = await opening;
    await expect(itinerary.locator('body')).toContainText('Zhang San');
    await itinerary.close();
    await page.getByRole('button', { name: '新对话' }).first().click();
    await page.getByRole('button', { name: '我的行程' }).click();
    await expectAccessible(page, '我的行程');
    await page.getByRole('button', { name: `打开预订 ${reference} 所在的对话` }).click();
    await expect(chatLog(page)).toContainText(reference);
    await page.getByRole('button', { name: '新对话' }).first().click();
  });

  await test.step('edits an earlier message in English, and restores the first wording', async () => {
    await page.getByRole('button', { name: '主题与语言' }).click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await page.keyboard.press('Escape');
    await say(page, 'I would like to fly from Beijing to Tokyo tomorrow');
    await expect(card(page, 'Beijing → Tokyo')).toBeVisible();
    await idle(page);
    await questions(page).last().getByRole('button', { name: 'Edit', exact: true }).press('Enter');
    await page
      .getByRole('textbox', { name: 'Edit your message' })
      .fill('I would like to fly from Shanghai to Tokyo tomorrow');
    await page.keyboard.press('Enter');
    await expect(card(page, 'Shanghai → Tokyo')).toBeVisible();
    await idle(page);
    await expect(card(page, 'Beijing → Tokyo')).toHaveCount(0);
    const versions = chatLog(page).getByRole('group', { name: /^Versions of this message/ });
    await expect(versions).toHaveText('2 of 2');
    await versions.getByRole('button', { name: 'Show the earlier version and what followed it' }).press('Enter');
    await expect(card(page, 'Beijing → Tokyo')).toBeVisible();
    await expect(versions).toHaveText('1 of 2');
    await expect(versions).toBeFocused();
    // Both survive a restart.
    await app.restart();
    await page.reload();
    await expect(versions).toHaveText('1 of 2');
    await versions.getByRole('button', { name: 'Show the later version and what followed it' }).press('Enter');
    await expect(card(page, 'Shanghai → Tokyo')).toBeVisible();
  });

  await test.step('retries an answer, and restores the first one', async () => {
    await answers(page).last().getByRole('button', { name: 'Try again' }).press('Enter');
    const tries = chatLog(page).getByRole('group', { name: /^Answers to this message/ });
    await expect(tries).toHaveText('2 of 2');
    await tries.getByRole('button', { name: 'Show the earlier version and what followed it' }).press('Enter');
    await expect(tries).toHaveText('1 of 2');
    await expect(tries).toBeFocused();
    await expect(card(page, 'Shanghai → Tokyo')).toBeVisible();
  });

  await test.step('queues a message, and attaches a file', async () => {
    await say(page, 'How much baggage can I take?');
    await say(page, 'What is in this file?');
    await expect(questions(page).last()).toContainText('What is in this file?');
    await idle(page);
    await page
      .locator('input[type=file]')
      .setInputFiles([{ name: 'wishes.md', mimeType: 'text/markdown', buffer: Buffer.from('A seat by the window.') }]);
    await messageBox(page).fill('Here are my wishes');
    await messageBox(page).press('Enter');
    await expect(
      questions(page)
        .last()
        .getByRole('button', { name: /wishes\.md/ }),
    ).toBeVisible();
    await idle(page);
  });
});
