/** A skill whose script needs a package: asked once, with its size and origin; fetched in sight; then the script's own words. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type PackageIndex, startPackageIndex } from '../bench/rehearse/package-index.ts';
import { say as answer, call } from '../src/main/models/test-kit/scripted-model.ts';
import { test as base, expect } from './fixtures.ts';
import { answers, idle, say } from './kit/chat.ts';
import { eventsOf, ofType, openSession } from './kit/events.ts';

const test = base.extend<{ index: PackageIndex }>({
  index: async ({ folders }, use) => {
    const index = await startPackageIndex();
    const config = path.join(folders.home, 'config.jsonc');
    const settings = JSON.parse(readFileSync(config, 'utf8'));
    writeFileSync(config, JSON.stringify({ ...settings, packages: { pythonIndex: index.url } }));
    const scripts = path.join(folders.home, 'skills', 'papers', 'scripts');
    mkdirSync(scripts, { recursive: true });
    writeFileSync(
      path.join(scripts, '..', 'SKILL.md'),
      '---\nname: papers\ndescription: Reads papers.\n---\nRun scripts/read.py.\n',
    );
    writeFileSync(
      path.join(scripts, 'read.py'),
      `# /// script\n# dependencies = ["${index.add('sdteste2e')}"]\n# ///\nimport sdteste2e\nprint("It says", sdteste2e.WORDS)\n`,
    );
    await use(index);
    await index.close();
  },
});
test.use({ modelKind: 'scripted' });

const load = call('load_skill', { name: 'papers' });
const run = call('run_command', { command: 'uv run scripts/read.py' });
/** The index is asked by a program that starts slowly beside other work. */
const ASKED_WITHIN = { timeout: 30_000 };

test('asks for packages once, shows how far they are, and then runs the script', async ({
  index,
  app,
  page,
  model,
}) => {
  model.add(load, run, answer('Read.'), run, answer('Read again.'));
  await say(page, 'Read the paper');
  await expect(page.getByRole('heading', { name: 'Fetch packages for the skill papers?' })).toBeVisible(ASKED_WITHIN);
  await expect(page.getByText('Its scripts need sdteste2e 1.0.')).toBeVisible();
  await expect(page.getByText(`They come from ${new URL(index.url).host}.`)).toBeVisible();
  await expect(page.getByText(/^\d+ kB in all\.$/)).toBeVisible();

  const { promise, resolve } = Promise.withResolvers<void>();
  index.hold(promise);
  await page.getByRole('button', { name: 'Fetch' }).click();
  await expect(page.getByRole('progressbar', { name: 'Fetching packages for papers' })).toBeVisible();
  await expect(page.getByText(/^\d+ kB of \d+ kB$/)).toBeVisible();
  resolve();

  await page.getByRole('button', { name: 'Allow once' }).click(ASKED_WITHIN);
  await expect(answers(page).last()).toContainText('Read.');
  await idle(page);
  expect(model.requests[2]?.json).toContain('It says here');
  await say(page, 'Once more');
  await page.getByRole('button', { name: 'Allow once' }).click();
  await expect(answers(page).last()).toContainText('Read again.');
  await idle(page);
  const log = eventsOf(app.home, await openSession(page));
  const asked = ofType(log, 'approval-requested').map(({ action }) => action);
  expect(asked).toEqual(['call-tool', 'run-script', 'run-script']);
  expect(ofType(log, 'packages-provided')).toMatchObject([{ skill: 'papers', packages: [{ name: 'sdteste2e' }] }]);
});
