/** An author tries a sentence on a draft and on what is saved, looks back at it and comes back. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectAccessible } from './kit/accessible.ts';
import { greeter, obedient, openGreeter, putGreeter } from './kit/greeter.ts';

const SKILL = greeter('Hello');
const FILES = {
  'SKILL.md': SKILL,
  'references/names.md': '# Names\n\nAda, Bob and Chen.\n',
  'evals/files/people.csv': 'name\nAda\n',
  'evals/evals.json': {
    skill_name: 'greet',
    evals: [{ id: 'ada', prompt: 'Greet Ada.', loads: ['greet'], files: ['evals/files/people.csv'] }],
  },
};

const pane = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const row = (page: Page, name: RegExp): Locator => page.getByRole('row', { name });

test.use({ viewport: { width: 1440, height: 900 } });

test.describe('with a model', () => {
  test.use({ modelKind: 'scripted' });

  test('a sentence of a case on the draft and on what is saved, and back to the editor', async ({
    app,
    page,
    model,
  }) => {
    const dir = putGreeter(app.home, FILES);
    model.add(...Array.from({ length: 20 }, () => obedient));
    await openGreeter(page);
    const editor = page.getByRole('textbox', { name: /^Text of SKILL\.md/ });
    await editor.focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('Better: say "Ahoy".\n');

    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByRole('combobox', { name: 'Take from the cases' }).click();
    await page.getByRole('option', { name: 'Greet Ada.' }).click();
    await expect(page.getByText('With the files of case ada')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Compare with' })).toContainText('Draft against the saved version');
    // By keyboard alone.
    await page.getByRole('textbox', { name: 'What a person would write' }).focus();
    await page.keyboard.press('Control+Enter');
    await expect(pane(page, 'Draft')).toContainText('Ahoy, Ada!');
    await expect(pane(page, 'Saved version')).toContainText('Hello, Ada!');
    await expect(row(page, /^Draft/)).toContainText('Completed');
    await expect(row(page, /^Draft/)).toContainText('240 (±0)');
    expect(model.requests[0]?.json).toContain('people.csv');
    await expectAccessible(page, 'two sides of a try');

    await expect(row(page, /^Draft/)).toContainText('greet');

    // Looked back at; and back, with all as it was left.
    await row(page, /^Draft/)
      .getByRole('button', { name: 'Open in Looking back' })
      .click();
    await expect(page).toHaveURL(/#\/s\/[^/]+\/at\/\d+$/);
    await expect(page.getByText('This is a try or eval of the skill greet.')).toBeVisible();
    await page.getByRole('button', { name: 'Back to the editor' }).click();
    await expect(pane(page, 'Draft')).toContainText('Ahoy, Ada!');
    await expect(page.getByRole('textbox', { name: 'What a person would write' })).toHaveValue('Greet Ada.');
    await expect(page.getByText('1 file unsaved')).toBeVisible();
    expect(readFileSync(path.join(dir, 'SKILL.md'), 'utf8')).toBe(SKILL);

    // Without the skill, this one alone.
    await page.getByRole('combobox', { name: 'Compare with' }).click();
    await page.getByRole('option', { name: 'Without the skill' }).click();
    await page.getByRole('combobox', { name: 'Skills in the list' }).click();
    await page.getByRole('option', { name: 'This skill only' }).click();
    await page.getByRole('button', { name: 'Try it' }).last().click();
    await expect(pane(page, 'Without the skill')).toContainText('Good day, Ada.');
    await expect(row(page, /^Without the skill/)).toContainText('none');
    await expect(row(page, /^Draft/)).toContainText('240 (+120)');
  });
});
