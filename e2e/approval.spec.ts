/** Shows a command exactly if no bundled skill vouches for it, and runs it only after approval. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { say as answer, call } from '../src/main/models/test-kit/scripted-model.ts';
import { expect, test } from './fixtures.ts';
import { answers, idle, say } from './kit/chat.ts';
import { eventsOf, ofType, openSession } from './kit/events.ts';

test.use({ modelKind: 'scripted' });

test('asks before a command that no bundled skill vouches for, and keeps to each answer', async ({
  app,
  page,
  model,
}) => {
  await test.step('refuses a command, which does not run; when asked again and approved, it runs', async () => {
    model.add(answer('Ready.'));
    await say(page, 'Hello');
    await expect(answers(page)).toContainText('Ready.');
    await idle(page);

    const session = await openSession(page);
    const workspace = ofType(eventsOf(app.home, session), 'session-created')[0]?.workspace ?? '';
    const file = path.join(workspace, 'work', 'diary.txt');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, 'dear diary');
    const command = 'rm -f work/diary.txt && echo gone';

    model.add(call('run_command', { command }), answer('Then I leave it.'));
    await say(page, 'Tidy up');
    const question = page.getByRole('heading', { name: 'Run this command?' });
    await expect(question).toBeVisible();
    await expect(
      page.getByRole('figure', { name: 'The exact command' }).getByText(command, { exact: true }),
    ).toBeVisible();
    await expect(page.getByText(`In the folder ${workspace}`)).toBeVisible();
    await page.getByRole('button', { name: 'No', exact: true }).click();
    await expect(answers(page).last()).toContainText('Then I leave it.');
    await idle(page);
    await expect(question).toHaveCount(0);

    expect(existsSync(file)).toBe(true);
    const refused = eventsOf(app.home, session);
    expect(ofType(refused, 'approval-requested')).toMatchObject([
      { detail: { command, cwd: path.join(workspace, 'work') } },
    ]);
    expect(ofType(refused, 'approval-resolved')).toMatchObject([{ decision: 'denied' }]);
    expect(ofType(refused, 'script-started')).toEqual([]);

    model.add(call('run_command', { command }), answer('Done.'));
    await say(page, 'Yes, please do');
    await page.getByRole('button', { name: 'Allow once' }).click();
    await expect(answers(page).last()).toContainText('Done.');
    await idle(page);
    expect(existsSync(file)).toBe(false);
    const allowed = eventsOf(app.home, session);
    expect(ofType(allowed, 'approval-resolved').map(({ decision }) => decision)).toEqual(['denied', 'once']);
    expect(ofType(allowed, 'script-finished')).toMatchObject([{ exitCode: 0 }]);
  });

  await test.step('asks in plain words before an imported skill’s script runs, the exact command a click away', async () => {
    await page.keyboard.press('Alt+n');
    const folder = path.join(app.home, 'skills', 'visa-helper');
    mkdirSync(path.join(folder, 'scripts'), { recursive: true });
    writeFileSync(path.join(folder, 'SKILL.md'), '---\nname: visa-helper\ndescription: Checks visas.\n---\nRun it.\n');
    writeFileSync(path.join(folder, 'scripts', 'check_rules.sh'), 'echo checked\n');
    const command = `bash ${path.join(folder, 'scripts', 'check_rules.sh')} --country JP`;
    model.add(call('run_command', { command }), answer('Checked.'));
    await say(page, 'Check it');
    const question = page.getByRole('heading', { name: 'visa-helper wants to run its script “check rules”' });
    await expect(question).toBeVisible();
    // The words have the focus: Enter answers nothing.
    await expect(question).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('visa-helper didn’t come with Skilldeck.')).toBeVisible();
    const session = await openSession(page);
    const facts = ofType(eventsOf(app.home, session), 'approval-requested')[0]?.detail.facts;
    const confined = facts?.sandbox !== 'none';
    const exact = page.getByRole('figure', { name: 'The exact command' });
    if (confined) {
      await expect(page.getByText('It can’t use the network or see your other files.')).toBeVisible();
      await expect(exact).toHaveCount(0);
      await page.getByRole('button', { name: 'Show the exact command' }).click();
    } else await expect(page.getByText('No sandbox: it can read')).toBeVisible();
    await expect(exact.getByText(command, { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Always for this version' })).toHaveCount(confined ? 1 : 0);
    await page.getByRole('button', { name: 'Allow once' }).click();
    await expect(answers(page).last()).toContainText('Checked.');
    await idle(page);
  });

  await test.step('shows the end of a long command before it can be allowed', async () => {
    await page.keyboard.press('Alt+n');
    const command = `echo one\n${'\n'.repeat(300)}echo hidden\n${'\n'.repeat(300)}${'# a comment\n'.repeat(300)}echo last`;
    model.add(call('run_command', { command }), answer('Done.'));
    await say(page, 'Please');
    const exact = page.getByRole('figure', { name: 'The exact command' });
    const once = page.getByRole('button', { name: 'Allow once' });
    for (const said of ['echo hidden', 'echo last']) await expect(exact.getByText(said)).toBeInViewport();
    await expect(once).toBeEnabled();
    await expect(exact.getByText('300 empty lines')).toHaveCount(2);
    await exact.getByRole('button', { name: 'more lines: show all' }).click();
    await once.click();
    await expect(answers(page).last()).toContainText('Done.');
    await idle(page);
  });

  await test.step('lists a lasting approval, and ends it when it is revoked', async () => {
    await page.keyboard.press('Alt+n');
    const command = 'echo one';
    const ask = async (said: string) => {
      model.add(call('run_command', { command }), answer(said));
      await say(page, 'Please');
    };
    await ask('First.');
    await page.getByRole('button', { name: 'Allow for this conversation' }).click();
    await expect(answers(page).last()).toContainText('First.');
    await idle(page);
    await ask('Second.');
    await expect(answers(page).last()).toContainText('Second.');
    await idle(page);

    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('tab', { name: 'Approvals' }).click();
    const withdraw = page.getByRole('button', { name: `Revoke: The command ${command}` });
    await withdraw.click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await withdraw.click();
    await expect(page.getByText('None yet.')).toBeVisible();
    await page.keyboard.press('Escape');

    await ask('Third.');
    await page.getByRole('button', { name: 'No', exact: true }).click();
    await expect(answers(page).last()).toContainText('Third.');
    await idle(page);
    const events = eventsOf(app.home, await openSession(page));
    expect(ofType(events, 'approval-resolved').map(({ decision }) => decision)).toEqual(['session', 'denied']);
    expect(ofType(events, 'grant-withdrawn').map(({ label, undone }) => [label, undone])).toEqual([
      [command, undefined],
      [command, true],
      [command, undefined],
    ]);
  });
});
