/** An author measures a bad skill, sees why it fails, improves it and measures again; sentences are tested; an eval is stopped and continued. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { hold, type ScriptedRequest, say } from '../src/main/models/test-kit/scripted-model.ts';
import { expect, test } from './fixtures.ts';
import { expectAccessible } from './kit/accessible.ts';
import { greeter, obedient, openEvals, putGreeter } from './kit/greeter.ts';

test.use({ modelKind: 'scripted', viewport: { width: 1440, height: 900 } });

const CASES = { skill_name: 'greet', evals: [{ id: 'ada', prompt: 'Greet Ada.', loads: ['greet'], regex: ['Ahoy'] }] };
const SENTENCES = [
  { query: 'Write a greeting', should_trigger: true },
  { query: 'Sort these numbers', should_trigger: false },
];
const FILES = { 'SKILL.md': greeter('Hello'), 'evals/evals.json': CASES, 'evals/triggers.json': SENTENCES };

const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true });
const runs = (page: Page, name: RegExp): Locator => page.getByRole('button', { name });

test('a bad skill is measured, improved as a draft, and measured again', async ({ app, page, model }) => {
  const dir = putGreeter(app.home, FILES);
  model.add(...Array.from({ length: 40 }, () => obedient));
  await openEvals(page);

  // The estimate comes before anything runs: three runs on each side.
  await expect(page.getByText(/^6 runs · about/)).toBeVisible();
  expect(model.requests).toHaveLength(0);
  await expectAccessible(page, 'the cases of a skill');
  await page.getByRole('textbox', { name: 'Runs per case' }).fill('2');
  await page.getByRole('button', { name: 'Run eval' }).click();

  // Bad: never passes, with the skill or without it.
  const results = page.getByRole('table', { name: 'Results' });
  await expect(results.getByRole('row', { name: /^With the skill/ })).toContainText('0 of 2');
  await expect(results.getByRole('row', { name: /^Without the skill/ })).toContainText('0 of 2');
  await expect(page.getByText('These runs show no clear difference.')).toBeVisible();
  await expect(page.getByText('ada: “The answer matches /Ahoy/” never holds')).toBeVisible();
  await runs(page, /^ada, run 1: failed$/)
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'ada, run 1' });
  await expect(dialog).toContainText('Hello, Ada!');
  await dialog.getByRole('button', { name: 'Bad output' }).click();
  await expect(dialog.getByRole('button', { name: 'Bad output' })).toHaveAttribute('aria-pressed', 'true');
  await dialog.getByRole('textbox', { name: 'Your comment' }).fill('Not how sailors greet');
  await expectAccessible(page, 'a run of an eval');
  // Escape loses nothing.
  await page.keyboard.press('Escape');
  await runs(page, /^ada, run 1: failed$/)
    .first()
    .click();
  await expect(dialog.getByRole('textbox', { name: 'Your comment' })).toHaveValue('Not how sailors greet');
  await dialog.getByRole('button', { name: 'Open at the failing step' }).click();
  await expect(page.getByText('Hello, Ada!').first()).toBeVisible();
  await expect(page).toHaveURL(/#\/s\/[^/]+\/at\/\d+$/);

  // Improved, and tried before it is saved.
  await openEvals(page);
  await tab(page, 'Findings').click();
  const editor = page.getByRole('textbox', { name: /^Text of SKILL\.md/ });
  await editor.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('Better: say "Ahoy".\n');
  await tab(page, 'Evals').click();
  await page.getByRole('textbox', { name: 'Runs per case' }).fill('2');
  await page.getByRole('combobox', { name: 'Compare with' }).click();
  await page.getByRole('option', { name: 'Draft against the saved version' }).click();
  await page.getByRole('button', { name: 'Run eval' }).click();
  await expect(results.getByRole('row', { name: /^Draft/ })).toContainText('2 of 2');
  await expect(results.getByRole('row', { name: /^Saved version/ })).toContainText('0 of 2');
  await expect(page.getByText('It is better.')).toBeVisible();
  await expect(page.getByText('Draft compared with Saved version: +100 percentage points')).toBeVisible();
  // Wilson’s interval of 2 of 2.
  await expect(results.getByRole('row', { name: /^Draft/ })).toContainText('34%–100%');
  expect(readFileSync(path.join(dir, 'SKILL.md'), 'utf8')).toBe(greeter('Hello'));
  await expectAccessible(page, 'results of an eval');

  // A run beside the same run of the other side.
  await runs(page, /^ada, run 1: passed$/).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Compare with another run' }).click();
  await expect(page).toHaveURL(/#\/library\/compare\//);
});

test('cases and sentences are shown as a table and edited as text, and sentences are tested', async ({
  app,
  page,
  model,
}) => {
  const dir = putGreeter(app.home, FILES);
  model.add(...Array.from({ length: 10 }, () => obedient));
  await openEvals(page);
  await page.getByRole('button', { name: 'Add case' }).click();
  // A case is a place in the file, which the editor shows.
  const editor = page.getByRole('textbox', { name: /^Text of evals\/evals\.json/ });
  await expect(editor.locator('.cm-activeLine')).toContainText('"id": "case-2"');
  await expect(page.getByText('1 file unsaved')).toBeVisible();
  await tab(page, 'Evals').click();
  await expect(page.getByRole('row', { name: /case-2 What a person would write 0 0/ })).toBeVisible();
  await page.getByRole('button', { name: 'ada', exact: true }).click();
  await editor.focus();
  await page.keyboard.press('Control+Home');
  await expect(editor).toContainText('"skill_name": "greet"');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('1 file unsaved')).toHaveCount(0);
  const saved = JSON.parse(readFileSync(path.join(dir, 'evals', 'evals.json'), 'utf8'));
  expect(saved.evals[1]).toEqual({ id: 'case-2', prompt: 'What a person would write' });
  expect(saved.evals[0]).toEqual(CASES.evals[0]);

  await tab(page, 'Triggers').click();
  await expect(page.getByRole('row', { name: /Sort these numbers Shouldn’t load it/ })).toBeVisible();
  await page.getByRole('textbox', { name: 'Runs per sentence' }).fill('2');
  await page.getByRole('button', { name: 'Test triggers' }).click();
  await expect(page.getByText('Loaded 2 of 2')).toBeVisible();
  await expect(page.getByText('Loaded 0 of 2')).toBeVisible();
  await expect(page.getByText('Precision 100%, recall 100%')).toBeVisible();
});

test('a conversation becomes a case by one press, without what is nobody’s business', async ({ app, page, model }) => {
  const dir = putGreeter(app.home, FILES);
  model.add(...Array.from({ length: 4 }, () => obedient));
  const key = `sk-proj-${'a1B2c3D4'.repeat(5)}`;
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`name,mail\nAda,ada@example.org\nkey,${key}\n`),
    });
  await page.getByRole('textbox', { name: 'Message' }).fill(`Greet Ada, ada@example.org. The key is ${key}`);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Hello, Ada!').first()).toBeVisible();
  await openEvals(page);
  await page.getByRole('button', { name: 'Add from conversation' }).click();
  await expect(page.getByText(/Case added\. Check it, then save\. \d keys? /)).toBeVisible();
  await expect(page.getByRole('row', { name: /^Run case-2 case-2 Greet Ada/ })).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('1 file unsaved')).toHaveCount(0);
  const text = readFileSync(path.join(dir, 'evals', 'evals.json'), 'utf8');
  const [, added] = JSON.parse(text).evals;
  expect(added).toMatchObject({
    id: 'case-2',
    loads: ['greet'],
    files: ['evals/files/people.csv'],
    expected_output: 'Hello, Ada!',
  });
  const file = readFileSync(path.join(dir, 'evals', 'files', 'people.csv'), 'utf8');
  expect(file).toContain('name,mail');
  for (const written of [text, file]) {
    expect(written).not.toContain(key);
    expect(written).not.toContain('ada@example.org');
  }
});

test('an eval goes on without its window, and after a kill with its finished runs', async ({ app, page, model }) => {
  putGreeter(app.home, FILES);
  const gate = hold();
  let begun = 0;
  const third = (request: ScriptedRequest) => {
    const isFirst = request.body.messages.at(-1)?.role === 'user';
    if (isFirst) begun += 1;
    return isFirst && begun === 3 ? say([gate, 'Hm.']) : obedient(request);
  };
  model.add(...Array.from({ length: 7 }, () => third));
  await openEvals(page);
  await page.getByRole('combobox', { name: 'Compare with' }).click();
  await page.getByRole('option', { name: 'Nothing' }).click();
  await page.getByRole('textbox', { name: 'Runs per case' }).fill('3');
  await page.getByRole('button', { name: 'Run eval' }).click();
  await expect(page.getByText('2 of 3 runs done')).toBeVisible();
  await gate.reached;
  await page.reload();
  await openEvals(page);
  await expect(page.getByText('2 of 3 runs done')).toBeVisible();
  await app.kill();
  await app.restart();
  gate.release();
  await page.goto(`${new URL(page.url()).origin}/`);
  await page.reload();
  await expect(page.getByText('The eval of greet was interrupted: 2 of 3 runs are done.')).toBeVisible();
  // Runs are no conversations of the person's.
  await expect(page.getByText('A conversation was interrupted')).toHaveCount(0);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByText('The eval of greet was interrupted')).toHaveCount(0);
  await tab(page, 'Evals').click();
  await tab(page, 'Results').click();
  await expect(page.getByRole('row', { name: /^With the skill/ })).toContainText('0 of 3');
  // Two runs of two requests, the one that was cut short, and the one that was missing.
  expect(model.requests).toHaveLength(7);
});
