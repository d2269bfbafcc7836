/** The view for people who travel: the conversation and their trips, with one switch to how it works and back. */
import { expect, test } from './fixtures.ts';
import { expectAccessible } from './kit/accessible.ts';
import { card, idle, type Language, say } from './kit/chat.ts';
import { bothShots } from './kit/screens.ts';

test.use({ view: 'simple', viewport: { width: 1440, height: 900 } });

/** Whatever says how it works. */
const WORKINGS = /token|词元|book-flight|reference\.md|SKILL\.md|timeline|时间线/i;

const WORDS = {
  en: {
    locale: 'en-GB',
    ask: 'I would like to fly from Beijing to Tokyo tomorrow',
    route: 'Beijing → Tokyo',
    library: 'All conversations',
    completed: 'Completed',
    show: 'Show how it works',
    hide: 'Hide how it works',
    column: 'Context and skills',
  },
  zh: {
    locale: 'zh-CN',
    ask: '我想订一张明天从北京到东京的机票',
    route: '北京 → 东京',
    library: '全部对话',
    completed: '已完成',
    show: '显示工作过程',
    hide: '隐藏工作过程',
    column: '上下文与技能',
  },
} as const satisfies Record<Language, object>;

for (const language of ['en', 'zh'] as const) {
  const words = WORDS[language];
  test.describe(language === 'en' ? 'in English' : 'in Chinese', () => {
    test.use({ locale: words.locale });

    test('shows nothing of how it works until the switch is pressed, and again nothing after', async ({
      app,
      page,
    }) => {
      await say(page, words.ask);
      await expect(card(page, words.route)).toBeVisible();
      await idle(page);
      await expect(page.locator('body')).not.toContainText(WORKINGS);
      await expect(page.getByRole('complementary')).toHaveCount(0);
      await expectAccessible(page, 'simple view');
      await bothShots({ app, page }, `simple-view-${language}`);
      await page.getByRole('button', { name: words.library }).click();
      await expect(page.getByRole('main', { name: words.library })).toContainText(words.completed);
      await expect(page.locator('body')).not.toContainText(WORKINGS);
      await bothShots({ app, page }, `simple-view-library-${language}`);
      await page.keyboard.press('Escape');

      await page.getByRole('button', { name: words.show }).click();
      const column = page.getByRole('complementary', { name: words.column });
      await expect(column).toContainText('book-flight');
      await expect(page.getByRole('button', { name: /book-flight · / }).first()).toBeVisible();
      await expect(page.getByRole('button', { name: words.show })).toHaveAttribute('aria-pressed', 'true');

      await app.restart();
      await page.reload();
      await expect(column).toBeVisible();
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('option', { name: words.hide }).click();
      await expect(column).toHaveCount(0);
      await expect(page.locator('body')).not.toContainText(WORKINGS);
    });
  });
}

test('a narrow window offers a new conversation without opening the side bar', async ({ app, page }) => {
  await page.setViewportSize({ width: 900, height: 700 });
  await say(page, 'I would like to fly from Beijing to Tokyo tomorrow');
  await expect(card(page, 'Beijing → Tokyo')).toBeVisible();
  await idle(page);
  await bothShots({ app, page }, 'simple-view-narrow');
  await page.getByRole('button', { name: 'New conversation' }).click();
  await expect(page.getByRole('log')).toHaveCount(0);
});
