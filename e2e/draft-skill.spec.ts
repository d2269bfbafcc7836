/** A conversation that went well becomes a draft of a skill: written and tried, read, looked through by the import, and installed. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { call, type ScriptedRequest, say } from '../src/main/models/test-kit/scripted-model.ts';
import { expect, test } from './fixtures.ts';
import { expectAccessible } from './kit/accessible.ts';
import { say as ask, idle } from './kit/chat.ts';

test.use({ modelKind: 'scripted', viewport: { width: 1440, height: 900 } });

const usage = { prompt: 100, completion: 20 };
const MAIL = 'ada.lovelace@example.org';
const DRAFT = {
  name: 'sailor-greeting',
  description: 'Greets people in writing as sailors do. Use it for greetings.',
  instructions: '# Greetings\n\nSay "Ahoy", and nothing else.',
  expectations: ['It greets'],
  reason: 'You corrected the greeting: sailors say Ahoy.',
};

function writes(request: ScriptedRequest) {
  const { messages } = request.body;
  const system = messages[0]?.content ?? '';
  if (system.startsWith('You turn a conversation')) return say(JSON.stringify(DRAFT), { usage });
  if (system.startsWith('You grade the work')) {
    return say(JSON.stringify({ expectations: [{ text: 'It greets', passed: true, evidence: 'Ahoy' }] }), { usage });
  }
  if (system.includes('Say "Ahoy"')) return say('Ahoy!', { usage });
  const listed = system.includes('as sailors do') && messages.at(-1)?.role === 'user';
  return listed ? { ...call('load_skill', { name: 'sailor-greeting' }), usage } : say('Ahoy, Ada!', { usage });
}

test('a conversation becomes a skill, which is read before it is installed', async ({ app, page, model }) => {
  model.add(...Array.from({ length: 20 }, () => writes));
  await ask(page, `Greet Ada, ${MAIL}.`);
  await idle(page);
  await page.locator('[data-session]').first().hover();
  await page
    .getByRole('button', { name: /^More actions for / })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Create a skill from this…' }).click();

  const form = page.getByRole('dialog', { name: 'Create a skill from this conversation' });
  await form.getByRole('textbox', { name: 'What should the skill do?' }).fill('Greet like a sailor.');
  await form.getByRole('textbox', { name: 'Name' }).fill('Not a name');
  await expect(form.getByRole('button', { name: 'Write the draft' })).toBeDisabled();
  await form.getByRole('textbox', { name: 'Name' }).fill('');
  await form.getByText('Tries, models and budget').click();
  await expectAccessible(page, 'making a skill of a conversation');
  await form.getByRole('button', { name: 'Write the draft' }).click();

  const review = page.getByRole('dialog', { name: 'Draft of sailor-greeting' });
  await expect(review).toContainText('sailors say Ahoy');
  await expect(review).toContainText('3 of 3 runs passed (95%: 44% to 100%).');
  await expect(review).toContainText('1 key or piece of personal data redacted.');
  await expect(review).toContainText('Say "Ahoy", and nothing else.');
  await expectAccessible(page, 'a draft of a skill');
  await expect(review).toContainText('Greet Ada, [redacted:email].');
  await expect(review).not.toContainText(MAIL);
  expect(existsSync(path.join(app.home, 'skills/sailor-greeting'))).toBe(false);

  // The import shows what it may do, and asks.
  await review.getByRole('button', { name: 'Check and install…' }).click();
  const plan = page.getByRole('dialog', { name: 'Import skills' });
  await expect(plan).toContainText('sailor-greeting');
  await expect(plan).toContainText('Text only');
  await plan.getByRole('button', { name: 'Install 1 skill' }).click();
  await expect(page.getByText('1 skill installed')).toBeVisible();
  const installed = readFileSync(path.join(app.home, 'skills/sailor-greeting/SKILL.md'), 'utf8');
  expect(installed).toContain('Say "Ahoy", and nothing else.');
  for (const { json } of model.requests.slice(1)) expect(json).not.toContain(MAIL);
});
