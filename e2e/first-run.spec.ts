/** The first steps: a language, a role, a model or none, and the first conversation. */
import { say as answer, call } from '../src/main/models/test-kit/scripted-model.ts';
import { expect, test } from './fixtures.ts';
import { messageBox } from './kit/chat.ts';

test.use({ welcomed: false });

test('tests a key before storing it, and always offers a way to continue', async ({ page, model }) => {
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByRole('button', { name: /I review/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByRole('button', { name: /Connect a model/ }).click();
  await page.getByRole('textbox', { name: 'API key' }).or(page.getByLabel('API key')).fill('sk-or-v1-abc');
  await expect(page.getByText('OpenRouter key detected.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Provider' }).click();
  await page.getByRole('option', { name: 'Custom address' }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:9/v1');
  await page.getByRole('textbox', { name: 'Model' }).fill('scripted-model');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: /./ }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try it without a key' })).toBeEnabled();
  // An address without a path needs no ending.
  await page.getByRole('textbox', { name: 'Address' }).fill(model.url.replace(/\/v1$/, ''));
  model.add(answer('I would rather talk.'));
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByText('it can’t use tools, and skills need them')).toBeVisible();
  model.add(call('look_up_city', { city: 'Lisbon' }), answer('It is known.'));
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(messageBox(page)).toBeVisible();
});
