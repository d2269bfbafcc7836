/** The first run, the empty states, and the settings: every change holds at once. */
import { startScriptedModel } from '../src/main/models/test-kit/scripted-model.ts';
import { expect, test } from './fixtures.ts';
import { idle, messageBox } from './kit/chat.ts';
import { BUNDLED, latinWords, SAME_EVERYWHERE, visibleWords } from './kit/visible-words.ts';

test('greets on the first run, changes language and theme at once, and tests a connection', async ({ page }) => {
  await test.step('greets, changes language and theme at once, and offers things to try', async () => {
    await expect(page.getByRole('heading', { name: 'Hello. What can I do for you?' })).toBeVisible();
    await expect(page.getByText('You are using the demo model (offline).')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Demo model (offline)' })).toBeVisible();
    await expect(page.getByText('No conversations yet')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Context' }).getByText('Base prompt')).toBeVisible();
    await expect(page.getByRole('img', { name: 'Not loaded' })).toHaveCount(BUNDLED.length);
    await expect(messageBox(page)).toBeFocused();

    await page.getByRole('button', { name: 'Theme and language' }).click();
    await page.getByRole('menuitemradio', { name: '简体中文' }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: '你好！有什么可以帮你？' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
    // Its words are the skill's, which the core reads in the other language.
    await expect(page.getByRole('combobox', { name: /^从/ })).toBeVisible();
    // Nothing stays as it was; the words of every screen are walked past in `every-screen`.
    expect(latinWords(await visibleWords(page), SAME_EVERYWHERE)).toEqual([]);

    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await background();
    await page.getByRole('button', { name: '主题与语言' }).click();
    await page.getByRole('menuitemradio', { name: '深色' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect.poll(background).not.toBe(light);
    const dark = await background();
    await page.getByRole('button', { name: '主题与语言' }).click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect.poll(background).toBe(dark);

    await page.getByRole('button', { name: /^Ask about baggage/ }).click();
    await expect(page.getByRole('log')).toContainText('How much baggage can I take');
    await idle(page);
    await expect(page.getByRole('log')).toContainText('kg');
  });

  await test.step('explains a failed connection test, and reports a successful one', async () => {
    const model = await startScriptedModel([], { apiKey: 'sk-right', models: ['big-model'] });
    try {
      await page.getByRole('button', { name: 'Settings', exact: true }).click();
      await page.getByRole('combobox', { name: 'Provider' }).click();
      await page.getByRole('option', { name: 'Custom address' }).click();
      await page.getByRole('textbox', { name: 'Address' }).fill(model.url);
      await page.getByRole('textbox', { name: 'API key' }).fill('sk-wrong');
      await page.getByRole('combobox', { name: 'Model' }).fill('big-model');
      await page.getByRole('button', { name: 'Test the connection' }).click();
      await expect(page.getByText('Connection failed')).toBeVisible();
      await expect(
        page.getByText('The provider refused the key. Check that it is complete and still valid.'),
      ).toBeVisible();
      await expect(page.getByText('sk-wrong')).toHaveCount(0);

      const text = 'Function tools with reasoning_effort are not supported. Please use /v1/responses instead.';
      model.add({ kind: 'status', status: 400, body: { error: { message: text } } });
      await page.getByRole('textbox', { name: 'API key' }).fill('sk-right');
      await page.getByRole('button', { name: 'Test the connection' }).click();
      await expect(page.getByText('This model calls tools only over another protocol.')).toBeVisible();
      await page.getByRole('button', { name: 'Use OpenAI Responses' }).click();
      await page.getByRole('button', { name: 'Advanced' }).click();
      await expect(page.getByRole('combobox', { name: 'Protocol' })).toContainText('OpenAI Responses');
      await page.getByRole('button', { name: 'Add a header' }).click();
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('x-team');
      await page.getByLabel('Value', { exact: true }).fill('secret-of-a-gateway');
      await page.getByRole('button', { name: 'Use this model' }).click();
      await expect(page.getByText('In use', { exact: true })).toBeVisible();
      await expect(page.getByLabel('Value', { exact: true })).toHaveValue('');

      await page.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:48999/v1');
      await page.getByRole('button', { name: 'Remove the header x-team' }).click();
      await page.getByRole('button', { name: 'Test the connection' }).click();
      await expect(page.getByText(/nothing is listening there/)).toBeVisible();
    } finally {
      await model.close();
    }
  });
});
