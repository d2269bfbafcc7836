/** Real tickets, by Duffel's strict stand-in: booked once whatever goes wrong on the way, and always reported. */
import {
  say as answer,
  call,
  type ScriptedModel,
  type ScriptedStep,
} from '../src/main/models/test-kit/scripted-model.ts';
import { test as base, expect } from './fixtures.ts';
import { card, chatLog, idle, say } from './kit/chat.ts';
import { type Duffel, startDuffel } from './kit/real-flights/duffel.ts';
import { startApp } from './kit/served-app.ts';

const DAY = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);

const test = base.extend<{ duffel: Duffel }>({
  duffel: async ({ folders }, use) => {
    const duffel = await startDuffel(folders.userHome, folders.home);
    await use(duffel);
    await duffel.close();
  },
  running: async ({ folders, model, duffel }, use) => {
    const served = await startApp({
      ...folders,
      model: { baseUrl: model.url, name: 'scripted-model' },
      program: duffel.program,
      env: duffel.env,
    });
    const none = async () => {};
    await use({
      async show(page) {
        await page.goto(served.url);
        return page;
      },
      kill: none,
      restart: none,
    });
    await served.close();
  },
});
// In Chinese: `real-flights.slow.test.ts` walks the same in English.
test.use({ locale: 'zh-CN', view: 'simple', modelKind: 'scripted', viewport: { width: 1440, height: 900 } });

const results = (model: ScriptedModel): string =>
  model.requests.at(-1)?.body.messages.findLast(({ role }) => role === 'tool')?.content ?? '';

/** The model searches and books the first offer of the airline ZZ. */
function steps({ scripts }: Duffel, model: ScriptedModel, key: string): readonly ScriptedStep[] {
  const script = (name: string, args: string) => call('run_command', { command: `python3 ${scripts}/${name} ${args}` });
  return [
    call('load_skill', { name: 'book-flight' }),
    script('search_flights.py', `--from London --to "New York" --date ${DAY} --lang zh`),
    () => {
      const row = results(model)
        .split('\n')
        .find((line) => line.includes('  ZZ7'));
      const offer = /off_\w+/.exec(row ?? '')?.[0] ?? 'none';
      const total = /£([\d.]+)/.exec(row ?? '')?.[1] ?? '0';
      return script(
        'book_flight.py',
        `--offer ${offer} --passenger "Ada Lovelace:adult" --expect-total ${total} --currency GBP --key ${key} --lang zh`,
      );
    },
    answer('That is how it stands.'),
  ];
}

test('a price that moves books nothing; a lost answer is found, booked once and shown', async ({
  page,
  model,
  duffel,
}) => {
  await duffel.fault('POST /air/orders', 'price', { by: '9.00' });
  model.add(...steps(duffel, model, 'moved'));
  await say(page, '请帮我找一张去纽约的机票');
  await page.getByRole('button', { name: '本次对话内允许' }).click();
  await expect(card(page, '请确认预订')).toContainText('150.40');
  await expect(card(page, '请确认预订')).toContainText('测试模式：不会出票，也不会扣款。');
  await page.getByRole('button', { name: '确认预订' }).click();
  await idle(page);
  expect(await duffel.orders()).toBe(0);
  expect(results(model)).toContain('159.40');
  await expect(chatLog(page)).toContainText('机票没有订成');

  await duffel.fault('POST /air/orders', 'silent');
  model.add(...steps(duffel, model, 'lost'));
  await say(page, '请帮我找一张去纽约的机票');
  await page.getByRole('button', { name: '确认预订' }).click();
  await expect(page.getByRole('heading', { name: '订单号' })).toBeVisible();
  await idle(page);
  expect(await duffel.orders()).toBe(1);
});
