/** A price is watched by one press, checked by the skill's own script, and its change leads back to the conversation. */
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from './fixtures.ts';
import { expectAccessible } from './kit/accessible.ts';
import { card, chatLog, idle, say } from './kit/chat.ts';
import { eventsOf, ofType, openSession } from './kit/events.ts';

test.use({ locale: 'zh-CN', view: 'simple', viewport: { width: 1440, height: 900 } });

const HOUR_MS = 3_600_000;
const day = new Date(Date.now() + 20 * 24 * HOUR_MS).toISOString().slice(0, 10);

/** Moves the start of the watch back, at a price that has fallen since. */
function startedEarlier(home: string, hours: number, value: number): void {
  const database = new Database(path.join(home, 'skilldeck.db'));
  const at = new Date(Date.now() - hours * HOUR_MS).toISOString();
  database
    .prepare(`UPDATE events SET at = ?, raw = json_set(raw, '$.at', ?, '$.value', ?) WHERE type = 'watch-started'`)
    .run(at, at, value);
  database.close();
}

test('关注价格：按一下开始，价格变了就提醒，回到对话再查，在“我的行程”里停止', async ({ app, page }) => {
  test.setTimeout(120_000);
  await say(page, `我想订 ${day} 从北京去东京的机票，低于2000元告诉我`);
  await expect(card(page, '北京 → 东京 航班')).toBeVisible();
  await idle(page);
  const log = chatLog(page);
  await expect(log).toContainText('请按航班下方的关注价格');
  await expect(log.getByRole('status').filter({ hasText: '每6小时检查一次' })).toContainText('低于 ¥2,000 时提醒');
  await log.getByRole('button', { name: '关注价格' }).click();
  await expect(log.getByRole('button', { name: '停止关注' })).toBeVisible();
  await expect(log.getByRole('status').filter({ hasText: '下次检查' })).toBeVisible();
  await expectAccessible(page, 'watch');
  const session = await openSession(page);
  expect(ofType(eventsOf(app.home, session), 'watch-started')).toMatchObject([{ skill: 'book-flight', below: 2000 }]);

  startedEarlier(app.home, 7, 9999);
  await app.restart();
  await page.reload();
  const notice = page.getByRole('listitem').filter({ hasText: /北京 → 东京.*：¥9,999 → ¥/ });
  await expect(notice).toBeVisible({ timeout: 60_000 });
  await notice.getByRole('button', { name: '打开对话' }).click();
  await expect(log.getByText(/¥9,999 → ¥/)).toBeVisible();
  await log.getByRole('button', { name: '再查一次这些航班' }).click();
  await expect(log.getByRole('heading', { name: '北京 → 东京 航班' })).toHaveCount(2);
  await idle(page);
  expect(ofType(eventsOf(app.home, session), 'watch-checked')).toMatchObject([{ changed: true }]);

  await page.getByRole('button', { name: /^我的行程/ }).click();
  const list = page.getByRole('region', { name: '关注' });
  await expect(list.getByRole('listitem')).toContainText(/北京 → 东京.*现在 ¥.*上次检查/);
  await expectAccessible(page, 'watches');
  await list.getByRole('button', { name: '停止关注' }).click();
  await expect(list).toContainText('没有正在关注的内容');
  expect(ofType(eventsOf(app.home, session), 'watch-ended')).toMatchObject([{ reason: 'stopped' }]);
});
