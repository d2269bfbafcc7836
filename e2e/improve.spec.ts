/** An author lets a second model improve a bad skill, reads what it changed, takes the best version, and goes back. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { call, type ScriptedRequest, say } from '../src/main/models/test-kit/scripted-model.ts';
import { expect, test } from './fixtures.ts';
import { expectAccessible } from './kit/accessible.ts';
import { greeter, openEvals, putGreeter, usage } from './kit/greeter.ts';

test.use({ modelKind: 'scripted', viewport: { width: 1440, height: 900 } });

const skillWith = (says: string, description = 'Greets people in writing.') => greeter(says, description);
const CASES = {
  skill_name: 'greet',
  evals: [
    { id: 'ada', prompt: 'Greet Ada.', loads: ['greet'], regex: ['Ahoy'] },
    { id: 'bob', prompt: 'Greet Bob.', loads: ['greet'], regex: ['Ahoy'] },
  ],
};
const SENTENCES = [
  ...['Greet Ada', 'Greet Bob', 'Greet Cyd', 'Greet Dan'].map((query) => ({ query, should_trigger: true })),
  ...['Sort 1 2', 'Add 1 and 2', 'Book a flight', 'Tell a joke'].map((query) => ({ query, should_trigger: false })),
];

const EDITS = [
  ['It greeted too stiffly, so the greeting is friendlier now.', 'Say "Good day".', 'Say "Hello".'],
  ['The person wants it to sound like a sailor, and the skill did not say so.', 'Say "Good day".', 'Say "Ahoy".'],
] as const;
const DESCRIPTIONS = [
  { description: 'Greets people in writing. Use it to greet somebody.', reason: 'Their own word.' },
];

/** Edits, proposes descriptions, chooses by the description, and does as the skill says. */
function workshop() {
  let edits = 0;
  return ({ body }: ScriptedRequest) => {
    const system = body.messages[0]?.content ?? '';
    const asked = body.messages.at(-1)?.content ?? '';
    if (system.startsWith('You improve an agent skill')) {
      const [reason, old, text] = EDITS[Math.min(edits, 1)] ?? EDITS[0];
      edits += 1;
      return say(JSON.stringify({ reason, edits: [{ path: 'SKILL.md', old, new: text }] }), { usage });
    }
    if (system.startsWith('You write descriptions'))
      return say(JSON.stringify({ descriptions: DESCRIPTIONS }), { usage });
    const told = /Say "([^"]+)"/.exec(system)?.[1];
    if (told !== undefined) return say(`${told}, Ada!`, { usage });
    const isCase = /^Greet \w+\.$/.test(asked);
    const loads = isCase || (system.includes('greet somebody') && asked.startsWith('Greet'));
    return loads ? { ...call('load_skill', { name: 'greet' }), usage } : say('…', { usage });
  };
}

const writeSkill = (home: string) => {
  const files = { 'SKILL.md': skillWith('Good day'), 'evals/evals.json': CASES, 'evals/triggers.json': SENTENCES };
  return path.join(putGreeter(home, files), 'SKILL.md');
};

test('a second model improves a skill and its description, and a press takes what is better', async ({
  app,
  page,
  model,
}) => {
  const file = writeSkill(app.home);
  const answer = workshop();
  model.add(...Array.from({ length: 160 }, () => answer));
  await test.step('a bad skill becomes a good one, version by version, and is taken only by a press', async () => {
    await openEvals(page);
    await page.getByRole('tab', { name: 'Improve', exact: true }).click();
    await expect(page.getByText('No versions yet')).toBeVisible();
    await page.getByRole('textbox', { name: 'What should be better?' }).fill('It should sound like a sailor.');
    await page.getByRole('textbox', { name: 'Runs per case' }).fill('2');
    await page.getByRole('button', { name: 'Improve the skill' }).click();

    // Two cases, twice each: bad, no better, and good.
    const versions = page.getByRole('table', { name: 'Versions' });
    await expect(page.getByText('Everything passed.')).toBeVisible();
    await expect(versions.getByRole('row')).toHaveCount(4);
    await expect(versions.getByRole('row', { name: /^Version 0/ })).toContainText('0 of 4');
    await expect(versions.getByRole('row', { name: /^Version 1/ })).toContainText('0 of 4');
    const best = versions.getByRole('row', { name: /^Version 2 Best/ });
    // Wilson’s interval of 4 of 4.
    await expect(best).toContainText('4 of 4');
    await expect(best).toContainText('51%–100%');
    await expect(best).toContainText('+100');
    expect(readFileSync(file, 'utf8')).toBe(skillWith('Good day'));
    expect(model.requests.some(({ json }) => json.includes('It should sound like a sailor.'))).toBe(true);
    await expectAccessible(page, 'versions of a skill');

    await page.getByRole('button', { name: 'Version 2', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Version 2' });
    await expect(dialog).toContainText('sound like a sailor');
    await expect(dialog.getByRole('textbox', { name: 'Version 2' })).toContainText('Say "Ahoy".');
    await expectAccessible(page, 'a version of a skill');
    await dialog.getByRole('button', { name: 'Take this version' }).click();
    await expect(page.getByText('1 file changed.')).toBeVisible();
    expect(readFileSync(file, 'utf8')).toBe(skillWith('Ahoy'));

    await page.getByRole('button', { name: 'Version 0', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore this version' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(readFileSync(file, 'utf8')).toBe(skillWith('Good day'));

    // Still there after a reload: the history is on the disk.
    await page.reload();
    await openEvals(page);
    await page.getByRole('tab', { name: 'Improve', exact: true }).click();
    await expect(versions.getByRole('row', { name: /^Version 2 Best/ })).toContainText('4 of 4');
  });

  await test.step('a better description is found, shown with what it is worth, and taken', async () => {
    await page.getByRole('tab', { name: 'Triggers', exact: true }).click();
    const section = page.getByRole('region', { name: 'Improve the description' });
    await section.getByRole('button', { name: 'Find a better description' }).click();
    const tried = section.getByRole('table', { name: 'Descriptions tried' });
    await expect(tried.getByRole('row', { name: /greet somebody.*Best/ })).toContainText('4 of 4 (51%–100%)');
    await expect(tried.getByRole('row', { name: /Current/ })).toContainText('2 of 4 (15%–85%)');
    await expect(section.getByText('Better by 50 percentage points')).toContainText('With about 16 sentences in total');
    expect(readFileSync(file, 'utf8')).toBe(skillWith('Good day'));
    await section.getByRole('button', { name: 'Take this description' }).scrollIntoViewIfNeeded();
    await expectAccessible(page, 'a better description');
    await section.getByRole('button', { name: 'Take this description' }).click();
    await expect(page.getByText('1 file changed.')).toBeVisible();
    expect(readFileSync(file, 'utf8')).toBe(skillWith('Good day', DESCRIPTIONS[0]?.description));
  });
});
