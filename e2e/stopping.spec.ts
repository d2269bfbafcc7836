/** A run that is stopped, reloaded in the middle, or cut by the end of the program: nothing seen is lost or doubled. */
import { say as answer, hold } from '../src/main/models/test-kit/scripted-model.ts';
import { expect, test } from './fixtures.ts';
import { answers, idle, messageBox, say, sendButton, stopButton } from './kit/chat.ts';
import { eventsOf, isWhole, ofType, openSession } from './kit/events.ts';

test.use({ modelKind: 'scripted' });

test('keeps what was shown through a stop and a reload, and through the end of the program', async ({
  app,
  page,
  model,
}) => {
  await test.step('reports a stop in mid-stream, and keeps the shown text after a reload', async () => {
    const gate = hold();
    model.add(answer(['The first half. ', gate, 'The second half.']));

    await say(page, 'Tell me something long');
    await expect(answers(page)).toContainText('The first half.');
    await gate.reached;
    await expect(stopButton(page)).toBeVisible();
    await page.keyboard.press('Escape');

    await expect(page.getByText('You stopped this answer')).toBeVisible();
    await idle(page);
    gate.release();
    await page.reload();
    await expect(answers(page)).toContainText('The first half.');
    await expect(page.getByText('You stopped this answer')).toBeVisible();
    await expect(page.getByText('The second half.')).toHaveCount(0);

    const events = eventsOf(app.home, await openSession(page));
    expect(isWhole(events)).toBe(true);
    expect(ofType(events, 'model-responded')).toMatchObject([{ text: 'The first half. ', finishReason: 'stopped' }]);
    expect(ofType(events, 'run-finished')).toMatchObject([{ state: 'stopped' }]);

    model.add(answer('Here I am again.'));
    await say(page, 'Go on');
    await expect(answers(page).last()).toContainText('Here I am again.');
    await idle(page);
  });

  await test.step('killed in mid-run, it restarts with the whole session, which can continue', async () => {
    await page.keyboard.press('Alt+n');
    const gate = hold();
    model.add(answer(['What I know so far. ', gate, 'Never said.']));

    await say(page, 'Think aloud');
    await expect(answers(page)).toContainText('What I know so far.');
    await app.kill();
    await expect(page.getByText('Lost the connection to Skilldeck')).toBeVisible();
    await expect(answers(page)).toContainText('What I know so far.');
    await messageBox(page).fill('A draft written while it was away');
    await expect(sendButton(page).or(stopButton(page))).toBeVisible();

    await app.restart();
    await expect(page.getByText('Interrupted: Skilldeck closed while it was working.')).toBeVisible();
    await expect(page.getByText('Lost the connection to Skilldeck')).toHaveCount(0);
    await expect(answers(page)).toHaveCount(1);
    await expect(answers(page)).toContainText('What I know so far.');
    await expect(page.getByText('Interrupted: Skilldeck closed before the answer finished')).toBeVisible();
    await expect(messageBox(page)).toHaveValue('A draft written while it was away');

    const session = await openSession(page);
    expect(ofType(eventsOf(app.home, session), 'run-finished')).toMatchObject([
      { state: 'stopped', code: 'interrupted' },
    ]);

    model.add(answer('Where was I? Here.'));
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(answers(page).last()).toContainText('Where was I? Here.');
    await idle(page);
    const events = eventsOf(app.home, session);
    expect(isWhole(events)).toBe(true);
    expect(ofType(events, 'model-responded').map(({ finishReason }) => finishReason)).toEqual(['interrupted', 'stop']);
  });
});
