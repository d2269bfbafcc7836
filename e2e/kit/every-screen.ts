/** A walk past every screen, dialog and state that one conversation with the demo model leads to, in either language. */
import { type Locator, type Page, expect as playwrightExpect } from '@playwright/test';
import { answers, card, type Language, questions, say, sendButton } from './chat.ts';

/** Milliseconds: a walk this long runs beside others. */
const expect = playwrightExpect.configure({ timeout: 60_000 });
const idle = (page: Page) => expect(sendButton(page)).toBeVisible();

const WORDS = {
  en: {
    form: 'I need a flight to Tokyo',
    trip: 'Your trip',
    search: 'I would like to fly from Beijing to Tokyo tomorrow',
    flights: 'Beijing → Tokyo',
    details: 'Details of option 1',
    choose: /^Choose option 1:/,
    name: 'Ada Lovelace',
    asksName: "passenger's name",
    confirm: 'Confirm this booking',
    book: 'Confirm and book',
    booked: 'Booking reference',
    edit: 'Edit',
    resend: 'Send again',
    appearance: 'Theme and language',
    requests: /^\d+ requests?$/,
    note: 'Add a note',
    look: /^Look at /,
    commands: ['bookings', 'summarise', 'new skill', 'import a skill'],
    offline: /The connection to Skilldeck is lost/,
    missing: 'This conversation is not here',
  },
  zh: {
    form: '我想订一张去东京的机票',
    trip: '行程',
    search: '我想订一张明天从北京去东京的机票',
    flights: '北京 → 东京',
    details: '第1个的详情',
    choose: /^选择第1个/,
    name: '张三',
    asksName: '乘客的姓名',
    confirm: '请确认预订',
    book: '确认预订',
    booked: '订单号',
    edit: '编辑',
    resend: '重新发送',
    appearance: '主题与语言',
    requests: /^\d+ 个请求$/,
    note: '添加笔记',
    look: /^查看 /,
    commands: ['预订', '概括', '新建技能', '导入技能'],
    offline: /连接中断/,
    missing: '这里没有这个对话',
  },
} as const;

export interface Walk {
  readonly page: Page;
  readonly language: Language;
  /** Called at each state, with a name for it. */
  visit(state: string): Promise<void>;
  /** Ends the core, for the state without a connection; without it that state is left out. */
  kill?(): Promise<void>;
}

/** What lists tabs in `place`, one after the other, whatever they are. */
async function eachTab({ visit }: Walk, place: Locator, name: string): Promise<void> {
  const tabs = place.getByRole('tablist').first().getByRole('tab');
  for (let index = 0; index < (await tabs.count()); index += 1) {
    const tab = tabs.nth(index);
    await tab.click();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await expect(place.locator('.animate-spin')).toHaveCount(0);
    await visit(`${name}: ${await tab.textContent()}`);
  }
}

async function inDialog({ page, visit }: Walk, keys: string, name: string): Promise<Locator> {
  await page.keyboard.press(keys);
  const dialog = page.getByRole('dialog').last();
  await expect(dialog).toBeVisible();
  await visit(name);
  return dialog;
}

async function closed(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** The commands that open something, by the first words of their names. */
async function eachCommand(walk: Walk): Promise<void> {
  const { page } = walk;
  for (const command of WORDS[walk.language].commands) {
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog').last();
    await palette.getByRole('combobox').fill(command);
    await expect(palette.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Enter');
    // It fades while the next one comes, and what it found is in whatever language it was said.
    await expect(page.locator('[cmdk-root]')).toHaveCount(0);
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await walk.visit(`after the command: ${command}`);
    await closed(page);
  }
}

async function settingsAndSheets(walk: Walk): Promise<void> {
  const { page, visit, language } = walk;
  const settings = await inDialog(walk, 'Control+,', 'settings');
  await eachTab(walk, settings, 'settings');
  await closed(page);
  await page.locator('h1').first().click();
  await inDialog(walk, '?', 'shortcuts');
  await closed(page);
  const palette = await inDialog(walk, 'Control+k', 'commands');
  await palette.getByRole('combobox').fill('qqqqqq');
  await visit('commands: nothing found');
  await closed(page);
  // With large text it is among the commands alone.
  const appearance = page.getByRole('button', { name: WORDS[language].appearance });
  if (!(await appearance.isVisible())) return;
  await appearance.click();
  await visit('theme and language');
  await page.keyboard.press('Escape');
}

/** From a form left open to a booking that stands. */
async function booking(walk: Walk): Promise<void> {
  const { page, visit, language } = walk;
  const words = WORDS[language];
  await say(page, words.form);
  const form = card(page, words.trip);
  await expect(form).toBeVisible();
  await idle(page);
  await visit('a form');
  await form.getByRole('combobox').first().focus();
  await page.keyboard.press('Control+Enter');
  await visit('a form with faults');
  await say(page, words.search);
  await expect(card(page, words.flights)).toBeVisible();
  await idle(page);
  await page.getByRole('button', { name: words.details, exact: true }).click();
  await visit('flights');
  await page.getByRole('button', { name: words.choose }).click();
  await expect(answers(page).last()).toContainText(words.asksName);
  await idle(page);
  await say(page, words.name);
  await expect(card(page, words.confirm)).toBeVisible();
  await visit('the question before a booking');
  await page.getByRole('button', { name: words.book }).click();
  await expect(card(page, words.booked)).toBeVisible();
  await idle(page);
  await visit('a booking');
}

async function beside(walk: Walk): Promise<void> {
  const { page, visit, language } = walk;
  const column = page.getByRole('complementary').last();
  if ((await column.getByRole('tablist').count()) === 0) {
    await page.keyboard.press('Control+i');
    await eachTab(walk, page.getByRole('dialog'), 'over the chat');
    await closed(page);
  } else {
    await eachTab(walk, column, 'beside the chat');
    await page.getByRole('button', { name: WORDS[language].look }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await visit('a file');
    await closed(page);
    await column.getByRole('tab').first().click();
  }
  await page.keyboard.press('Alt+m');
  const map = page.getByRole('main').filter({ has: page.getByRole('tablist') });
  await expect(map).toBeVisible();
  await map.locator('[data-tile]').first().click();
  await visit('a part in the map');
  await eachTab(walk, map, 'map');
  await page.keyboard.press('Escape');
  await expect(map).toHaveCount(0);
}

async function lookingBack(walk: Walk): Promise<void> {
  const { page, visit, language } = walk;
  await page.keyboard.press('Alt+r');
  await expect(page.getByRole('slider')).toBeFocused();
  await visit('looking back');
  await page.keyboard.press('Home');
  await visit('looking back at the first event');
  await page.keyboard.press('End');
  await page.getByRole('button', { name: WORDS[language].requests }).click();
  await visit('requests that were sent');
  await page.keyboard.press('Escape');
  await page.getByRole('slider').focus();
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog')).toBeVisible();
  await visit('a note');
  await closed(page);
  await page.keyboard.press('Alt+r');
  await expect(page.getByRole('slider')).toHaveCount(0);
}

/** An edited message with its two versions. */
async function versions(walk: Walk): Promise<void> {
  const { page, visit, language } = walk;
  const words = WORDS[language];
  await page.keyboard.press('Alt+n');
  await expect(questions(page)).toHaveCount(0);
  await say(page, words.search);
  await expect(card(page, words.flights)).toBeVisible();
  await idle(page);
  const asked = questions(page).first();
  await asked.hover();
  await asked.getByRole('button', { name: words.edit, exact: true }).click();
  await visit('a message is edited');
  await page.getByRole('button', { name: words.resend }).click();
  await expect(asked.getByRole('group')).toBeVisible();
  await expect(card(page, words.flights)).toBeVisible();
  await idle(page);
  await visit('a message with versions');
}

export async function everyScreen(walk: Walk): Promise<void> {
  const { page, visit, language, kill } = walk;
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await visit('welcome');
  await settingsAndSheets(walk);
  await booking(walk);
  await beside(walk);
  await eachCommand(walk);
  await lookingBack(walk);
  await versions(walk);
  const here = page.url();
  await page.goto(here.replace(/#.*/, '#/s/not-here'));
  await expect(page.getByText(WORDS[language].missing)).toBeVisible();
  await visit('a conversation that is not here');
  await page.goto(here);
  await expect(questions(page).last()).toBeVisible();
  if (kill === undefined) return;
  await kill();
  await expect(page.getByText(WORDS[language].offline).first()).toBeVisible();
  await visit('without a connection');
}
