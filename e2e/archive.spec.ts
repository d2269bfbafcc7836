/** A team's archive: two people with a home each, one database, and faults in between. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { type DatabaseEngine, MARIADB } from '../src/features/repositories/main/test-kit/database-engines.ts';
import { openDatabase } from '../src/main/databases/open-database.ts';
import { say as answer } from '../src/main/models/test-kit/scripted-model.ts';
import { expect, test } from './fixtures.ts';
import { expectAccessible, overflow } from './kit/accessible.ts';
import { answers, chatLog, idle, messageBox, say } from './kit/chat.ts';
import { type ServedApp, startApp } from './kit/served-app.ts';

test.use({ actionTimeout: 60_000, modelKind: 'scripted', viewport: { width: 1440, height: 900 } });

const KEY = 'sk-live-9f8e7d6c5b4a39281706fedcba98765432100000';
const rows = (page: Page): Locator => page.getByRole('main').locator('[data-row]');
const settings = async (page: Page, palette: string): Promise<Locator> => {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('combobox').fill(palette);
  await page.keyboard.press('Enter');
  return page.getByRole('dialog');
};

let dir: string;
let engine: DatabaseEngine;
let bobs: ServedApp | undefined;

// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it.
test.beforeEach(async ({}, info) => {
  info.skip(MARIADB.missing !== undefined, `MariaDB: ${MARIADB.missing}`);
  dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'skilldeck-team-')));
  engine = await MARIADB.start(dir);
  // Data that it has reported as stored is on its disk, although it is ended at once.
  await engine.run('SET GLOBAL innodb_flush_log_at_trx_commit = 1');
});
test.afterEach(async () => {
  await bobs?.close();
  bobs = undefined;
  await MARIADB.stop();
  rmSync(dir, { recursive: true, force: true });
});

test('Ann shares, Bob finds and reads, the database goes and comes back, and nothing is there twice', async ({
  app,
  page,
  model,
  browser,
}) => {
  test.setTimeout(900_000);
  const { username: user, password, host, pathname } = new URL(engine.address);
  const address = `mysql://${user}@${host}${pathname}`;
  /** Versions in the database. */
  const stored = async () => {
    const given = { address, password, container: 'skilldeck', signal: new AbortController().signal };
    const database = await openDatabase(given);
    const [found] = await database.query(`SELECT count(*) AS n FROM ${database.table('skilldeck_sessions')}`);
    await database.close();
    return Number(found?.n);
  };
  model.add(answer('The refund is on its way.'), answer('Lisbon, in May.'));
  for (const text of [`Refund invoice 7, my key is ${KEY}`, 'Plan the offsite']) {
    await page.keyboard.press('Alt+n');
    await say(page, text);
    await expect(answers(page)).toHaveCount(1);
    await idle(page);
  }

  await test.step('Ann adds the archive', async () => {
    const dialog = await settings(page, 'Team archive');
    await dialog.getByRole('textbox', { name: 'Address' }).fill(address);
    await dialog.getByRole('textbox', { name: 'Your name' }).fill('Ann');
    await dialog.getByLabel('Password').fill(password);
    await dialog.getByRole('button', { name: 'Add archive' }).click();
    await expect(dialog.getByText('Up to date')).toBeVisible();
    await expectAccessible(page, 'the archive in the settings');
    await page.keyboard.press('Escape');
  });

  const shareFrom = async (title: RegExp) => {
    await rows(page)
      .filter({ hasText: title })
      .getByRole('button', { name: /More actions for/ })
      .click();
    await page.getByRole('menuitem', { name: 'Share with the team…' }).click();
    return page.getByRole('dialog');
  };
  await test.step('Ann sees what is removed, and shares', async () => {
    await page.keyboard.press('Alt+l');
    await expect(rows(page)).toHaveCount(2);
    const dialog = await shareFrom(/Refund/);
    await expect(dialog.getByRole('checkbox', { name: /sk-l…0000/ })).toBeChecked();
    await expectAccessible(page, 'sharing');
    await dialog.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(page.getByText('Shared with the team.')).toBeVisible();
    await expect(rows(page).filter({ hasText: /Refund/ })).toContainText('Shared');
    expect(await stored()).toBe(1);
  });

  const home = path.join(dir, 'bob');
  const userHome = path.join(dir, 'bob-user');
  for (const made of [home, userHome]) mkdirSync(made);
  writeFileSync(path.join(home, 'config.jsonc'), JSON.stringify({ welcomed: true, view: 'full' }));
  bobs = await startApp({ home, userHome, model: { baseUrl: model.url, name: 'scripted-model' } });
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 900, height: 800 } });
  const bob = await context.newPage();
  bob.setDefaultTimeout(60_000);
  await bob.goto(bobs.url);
  await expect(messageBox(bob)).toBeVisible();

  await test.step('Bob finds it by its words, and opens it without what was removed', async () => {
    const dialog = await settings(bob, '团队共享库');
    await dialog.getByRole('textbox', { name: '地址' }).fill(address);
    await dialog.getByRole('textbox', { name: '你的名字' }).fill('李伟');
    await dialog.getByLabel('密码').fill(password);
    await dialog.getByRole('button', { name: '添加共享库' }).click();
    await expect(dialog.getByText('同事共享了 1 个。')).toBeVisible();
    await bob.keyboard.press('Escape');
    await bob.keyboard.press('Alt+l');
    await expect(rows(bob)).toContainText(['由 Ann 共享']);
    await bob.getByRole('searchbox').fill('refund');
    await expect(rows(bob).locator('[data-hit]').first()).toContainText(/refund/i);
    expect(await overflow(bob)).toBe(0);
    await expectAccessible(bob, 'shared conversations');
    await rows(bob).locator('[data-hit]').first().click();
    await expect(chatLog(bob)).toContainText('The refund is on its way.');
    await expect(chatLog(bob)).not.toContainText(KEY);
    await bob.keyboard.press('Alt+l');
    await bob.getByRole('searchbox').press('Escape');
    await expect(rows(bob)).toContainText(['由 Ann 共享']);
  });

  await test.step('the database goes: what Ann shares waits, through a crash, and is pushed once', async () => {
    await engine.vanish();
    const dialog = await shareFrom(/offsite/);
    await dialog.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(page.getByText('Ready. It is shared as soon as the archive can be reached.')).toBeVisible();
    await expect(page.getByText('1 conversation is waiting to be shared.')).toBeVisible();
    const away = await settings(page, 'Team archive');
    await expect(away.getByRole('alert')).toContainText('It can’t be reached');
    await expect(away.getByText('Waiting', { exact: true })).toBeVisible();
    await expectAccessible(page, 'the outbox');
    await page.keyboard.press('Escape');
    // Bob's list is as last seen; what he opened is still there.
    await bob.getByRole('button', { name: '立即检查' }).click();
    await expect(bob.getByText(/无法读取团队共享库/)).toBeVisible();
    await expect(rows(bob)).toHaveCount(1);

    await app.kill();
    await engine.comeBack();
    await app.restart();
    await page.getByRole('button', { name: 'Check now' }).click();
    await expect(page.getByText('1 conversation is waiting to be shared.')).toBeHidden();
    expect(await stored()).toBe(2);
  });

  await test.step('a row that another writer made up is named and not shown', async () => {
    await engine.run(`UPDATE ${engine.table('skilldeck_sessions')} SET session = 'other' WHERE title LIKE 'Plan%'`);
    await bob.getByRole('button', { name: '立即检查' }).click();
    const dialog = await settings(bob, '团队共享库');
    await expect(dialog.getByText(/Ann 共享的 other/)).toBeVisible();
    await bob.keyboard.press('Escape');
    await expect(rows(bob)).toHaveCount(1);
  });
  await context.close();
});
