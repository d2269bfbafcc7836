/** A reviewer's story: looks over many conversations, judges them one by one by keyboard, and hands over a report. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from './fixtures.ts';
import { expectAccessible, overflow } from './kit/accessible.ts';

test.use({ modelKind: 'scripted', viewport: { width: 1440, height: 900 } });

const RUBRIC = `name: Booking quality
version: 1
criteria:
  - id: correct
    title: Books what was asked for
    max: 2
    labels: { "0": wrong, "1": partly, "2": right }
`;

const talk = (question: string, answer: string) =>
  JSON.stringify({
    messages: [
      { role: 'user', content: question },
      { role: 'assistant', content: answer },
    ],
  });

test('a reviewer previews, compares, queues and judges conversations by keyboard, and saves a report', async ({
  app,
  page,
}, info) => {
  mkdirSync(path.join(app.home, 'rubrics'), { recursive: true });
  writeFileSync(path.join(app.home, 'rubrics', 'quality.yaml'), RUBRIC);
  const files = Object.entries({
    lisbon: talk('Book a flight to Lisbon', 'Booked for Monday. Write to li@example.com.'),
    porto: talk('Book a flight to Porto', 'I booked Paris.'),
    rome: talk('Book a flight to Rome', 'Which day?'),
  }).map(([name, text]) => {
    const file = info.outputPath(`${name}.json`);
    writeFileSync(file, text);
    return file;
  });
  await page.keyboard.press('Alt+l');
  const library = page.getByRole('main', { name: 'All conversations' });
  await library.locator('input[type=file]').setInputFiles(files);
  const rows = library.locator('[data-row]');
  await expect(rows).toHaveCount(3);

  await test.step('previews with j and k', async () => {
    await library.getByRole('button', { name: 'Preview' }).click();
    const pane = library.getByRole('complementary', { name: 'Preview' });
    await rows.first().locator('[data-session]').focus();
    const first = await rows.first().locator('[data-session]').getAttribute('title');
    await expect(pane.getByRole('heading', { level: 3 })).toHaveText(first ?? '');
    await page.keyboard.press('j');
    const second = await rows.nth(1).locator('[data-session]').getAttribute('title');
    await expect(pane.getByRole('heading', { level: 3 })).toHaveText(second ?? '');
    await expectAccessible(page, 'library with preview');
  });

  await test.step('compares three as a table', async () => {
    for (const box of await library.getByRole('checkbox', { name: /^Select “/ }).all()) await box.click();
    await library.getByRole('button', { name: 'Add to review queue' }).click();
    await library.getByRole('button', { name: 'Compare', exact: true }).click();
    await expect(library.getByRole('columnheader')).toHaveCount(6);
    await expect(page.locator('h1')).toHaveText('Compare 3 conversations');
    await page.keyboard.press('Escape');
  });

  await test.step('judges by keyboard: a verdict, the next one, a score, a remark on a moment', async () => {
    await library.getByRole('button', { name: 'Review queue' }).click();
    const queue = library.getByRole('list', { name: 'Queue' });
    await expect(queue.getByRole('listitem')).toHaveCount(3);
    await expect(queue.locator('[data-queued][aria-current=true]')).toBeFocused();
    await expect(library.getByText('3 of 3 left to judge')).toBeVisible();
    await page.keyboard.press('1');
    await expect(library.getByText('2 of 3 left to judge')).toBeVisible();
    await page.keyboard.press('n');
    await page.keyboard.press('2');
    await expect(library.getByText('1 of 3 left to judge')).toBeVisible();
    await library.getByRole('button', { name: 'Books what was asked for: 0' }).click();
    await page.keyboard.press('r');
    await expect(library.getByRole('textbox', { name: 'Remark' })).toBeFocused();
    await page.keyboard.type('It books another town for li@example.com');
    await page.keyboard.press('Control+Enter');
    await expect(library.getByRole('tab', { name: 'All reviews (2)' })).toBeVisible();
    await library
      .getByRole('button', { name: /^Write a remark on event/ })
      .first()
      .click();
    await expect(library.getByRole('textbox', { name: 'Remark' })).toBeFocused();
    await page.keyboard.type('This was clear');
    await page.keyboard.press('Control+Enter');
    await expect(library.getByRole('tab', { name: 'All reviews (3)' })).toBeVisible();
    await page.setViewportSize({ width: 900, height: 900 });
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('reads all reviews, and saves a report without private data', async () => {
    await library.getByRole('tab', { name: 'All reviews (3)' }).click();
    await expect(library.getByText('This was clear')).toBeVisible();
    await library.getByRole('button', { name: 'Report' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Web page (HTML)' }).click();
    const file = info.outputPath('report.html');
    await (await download).saveAs(file);
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('correct 0/2');
    expect(text).toContain('This was clear');
    expect(text).not.toContain('li@example.com');
    const report = await page.context().newPage();
    await report.setViewportSize({ width: 900, height: 900 });
    await report.goto(pathToFileURL(file).href);
    await expectAccessible(report, 'the report');
    expect(await overflow(report)).toBe(0);
    await report.screenshot({ path: info.outputPath('report.png') });
    await report.close();
  });

  await test.step('agreement needs two reviewers', async () => {
    await library.getByRole('tab', { name: 'Agreement' }).click();
    await expect(library.getByText('No conversation has verdicts or scores by two reviewers yet.')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('finds them again by verdict, and keeps the filter', async () => {
    await library.getByRole('button', { name: 'Verdict', exact: true }).click();
    await page.getByRole('checkbox', { name: /^Fail/ }).click();
    await page.keyboard.press('Escape');
    await expect(rows).toHaveCount(1);
    await library.getByRole('button', { name: 'Saved filters' }).click();
    await page.getByRole('textbox', { name: 'Save the current filters as' }).fill('Wrong bookings');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Wrong bookings', exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await library.getByRole('button', { name: 'Clear all' }).click();
    await expect(rows).toHaveCount(3);
    await library.getByRole('button', { name: 'Saved filters' }).click();
    await page.getByRole('button', { name: 'Wrong bookings', exact: true }).click();
    await expect(rows).toHaveCount(1);
  });
});
