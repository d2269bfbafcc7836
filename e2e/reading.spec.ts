/** Reading during streaming: the end stays in view for a reader there, and no other reader is moved. */
import type { Page } from '@playwright/test';
import { say as answer, hold } from '../src/main/models/test-kit/scripted-model.ts';
import { expect, test } from './fixtures.ts';
import { answers, chatLog, idle, messageBox, say } from './kit/chat.ts';

test.use({ modelKind: 'scripted' });

const paragraphs = (count: number): string =>
  Array.from({ length: count }, (_, index) => `Paragraph ${index} has words enough to take a line or two.`).join(
    '\n\n',
  );

/** Pixels between what is in view and the end of the conversation. */
const toTheEnd = (page: Page) =>
  chatLog(page).evaluate(({ scrollHeight, clientHeight, scrollTop }) =>
    Math.round(Math.abs(scrollHeight - clientHeight - scrollTop)),
  );
const staysAtTheEnd = (page: Page) => expect.poll(() => toTheEnd(page)).toBeLessThanOrEqual(1);

test('keeps a reader at the end there while text streams or the window resizes, and leaves one further up alone', async ({
  page,
  model,
}) => {
  await test.step('at the end', async () => {
    const gate = hold();
    model.add(answer([paragraphs(30), gate, `\n\n${paragraphs(30)}`]));
    await say(page, 'Tell me something long');
    await gate.reached;
    await expect(answers(page)).toContainText('Paragraph 29');
    await staysAtTheEnd(page);
    gate.release();
    await idle(page);
    await staysAtTheEnd(page);
    for (const size of [
      { width: 900, height: 700 },
      { width: 1440, height: 500 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(size);
      await staysAtTheEnd(page);
    }
    await messageBox(page).fill('line\n'.repeat(10));
    await staysAtTheEnd(page);
  });

  await test.step('further up, and back with one press', async () => {
    await page.keyboard.press('Alt+n');
    const gate = hold();
    model.add(answer([paragraphs(40), gate, `\n\n${paragraphs(40)}`]));
    await say(page, 'Tell me something long');
    await gate.reached;
    await expect(answers(page)).toContainText('Paragraph 39');
    await chatLog(page).hover();
    await page.mouse.wheel(0, -600);
    await expect.poll(() => toTheEnd(page)).toBeGreaterThan(300);
    const jump = page.getByRole('button', { name: 'Jump to latest' });
    await expect(jump).toBeVisible();
    const place = await chatLog(page).evaluate(({ scrollTop }) => scrollTop);
    gate.release();
    await idle(page);
    expect(Math.abs((await chatLog(page).evaluate(({ scrollTop }) => scrollTop)) - place)).toBeLessThanOrEqual(1);
    await jump.click();
    await staysAtTheEnd(page);
  });
});
