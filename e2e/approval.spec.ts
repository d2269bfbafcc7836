/** A command that no bundled skill vouches for is shown exactly, and runs only on a yes. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { say as answer, call } from '../src/main/model/test-kit/scripted-model.ts';
import { expect, test } from './fixtures.ts';
import { answers, idle, say } from './kit/chat.ts';
import { eventsOf, ofType, openSession } from './kit/events.ts';
import { bothShots } from './kit/screens.ts';

test.use({ modelKind: 'scripted' });

test('a command is refused and nothing runs; asked again and allowed, it runs', async ({ app, page, model }) => {
  model.add(answer('Ready.'));
  await say(page, 'Hello');
  await expect(answers(page)).toContainText('Ready.');
  await idle(page);

  const session = await openSession(page);
  const workspace = ofType(await eventsOf(app.home, session), 'session-created')[0]?.workspace ?? '';
  const file = path.join(workspace, 'work', 'diary.txt');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, 'dear diary');
  const command = 'rm -f work/diary.txt && echo gone';

  model.add(call('run_command', { command }), answer('Then I leave it.'));
  await say(page, 'Tidy up');
  const question = page.getByRole('heading', { name: 'May Skilldeck run this command?' });
  await expect(question).toBeVisible();
  await expect(
    page.getByRole('figure', { name: 'The exact command' }).getByText(command, { exact: true }),
  ).toBeVisible();
  await expect(page.getByText(`In the folder ${workspace}`)).toBeVisible();
  await bothShots({ app, page }, 'approval');
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await expect(answers(page).last()).toContainText('Then I leave it.');
  await idle(page);
  await expect(question).toHaveCount(0);

  expect(existsSync(file)).toBe(true);
  const refused = await eventsOf(app.home, session);
  expect(ofType(refused, 'approval-requested')).toMatchObject([{ detail: { command, cwd: workspace } }]);
  expect(ofType(refused, 'approval-resolved')).toMatchObject([{ decision: 'denied' }]);
  expect(ofType(refused, 'script-started')).toEqual([]);

  model.add(call('run_command', { command }), answer('Done.'));
  await say(page, 'Yes, please do');
  await page.getByRole('button', { name: 'Allow once' }).click();
  await expect(answers(page).last()).toContainText('Done.');
  await idle(page);
  expect(existsSync(file)).toBe(false);
  const allowed = await eventsOf(app.home, session);
  expect(ofType(allowed, 'approval-resolved').map(({ decision }) => decision)).toEqual(['denied', 'once']);
  expect(ofType(allowed, 'script-finished')).toMatchObject([{ exitCode: 0 }]);
});
