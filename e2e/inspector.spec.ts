/**
 * An author looks at what the model is sent: the map of it, one part's exact text, what another skill would cost before
 * a token is spent and what it then really costs, and which event made the next request differ from the last.
 */
import { createHash } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { mapParts } from '../src/renderer/shared/map-parts.ts';
import { segmentsOf } from '../src/renderer/shared/segments.ts';
import type { ContextView } from '../src/shared/contract.ts';
import { expect, test } from './fixtures.ts';
import { expectAccessible } from './kit/accessible.ts';
import { answers, card, idle, messageBox, say } from './kit/chat.ts';
import { openSession, skilldeck } from './kit/events.ts';
import { expectStrip, kindsAt } from './kit/picture.ts';
import { prefer } from './kit/screens.ts';

/** Milliseconds: axe looks at four states in light and dark. */
const WHOLE_STORY = 240_000;

async function openMap(page: Page): Promise<Locator> {
  await page.keyboard.press('Alt+m');
  const pane = page.getByRole('main', { name: 'Context map' });
  await expect(pane.locator('[data-tile]').first()).toBeVisible();
  return pane;
}

/** Tokens and drawn area of every tile. */
const tilesOf = (pane: Locator) =>
  pane.locator('[data-tile]').evaluateAll((tiles) =>
    tiles.map((tile) => {
      const { width, height } = tile.getBoundingClientRect();
      return { tokens: Number(tile.getAttribute('data-tokens')), area: width * height };
    }),
  );

/** The middle of the edge of each tile that is no sliver; it has the full hue. */
const edgesOf = (pane: Locator) =>
  pane.locator('[data-tile]').evaluateAll((tiles) =>
    tiles.flatMap((tile) => {
      const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = tile as HTMLElement;
      if (offsetWidth < 8 || offsetHeight < 8) return [];
      const point = [offsetLeft + 2, offsetTop + offsetHeight / 2] as const;
      return [{ id: tile.getAttribute('data-tile') ?? '', point }];
    }),
  );

const numberIn = async (place: Locator): Promise<number> =>
  Number(/[\d,]+/.exec((await place.textContent()) ?? '')?.[0].replaceAll(',', ''));

test('an author reads the map, previews a skill’s cost, loads it and sees why the request changed', async ({
  app,
  page,
}) => {
  test.setTimeout(WHOLE_STORY);
  await say(page, 'Find me a flight from Beijing to Tokyo tomorrow');
  await expect(card(page, 'Beijing → Tokyo')).toBeVisible();
  await expect(answers(page).last()).toBeVisible();
  await idle(page);
  const gauge = page.getByRole('region', { name: 'Context' });
  await expect(gauge.getByText('Next request, estimated')).toBeVisible();
  const total = await numberIn(gauge.locator('p').filter({ hasText: 'of 128k tokens' }));
  await messageBox(page).focus();
  const pane = await openMap(page);

  await test.step('shows every part, as large as its tokens', async () => {
    const tiles = await tilesOf(pane);
    expect(tiles.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(total);
    const scale = tiles.reduce((sum, { area }) => sum + area, 0) / total;
    for (const { tokens, area } of tiles) expect(Math.abs(area / (tokens * scale) - 1)).toBeLessThan(0.03);
    const segments = await pane
      .locator('[data-strip="before"] [data-part]')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().width));
    expect(segments.length).toBeGreaterThan(15);
  });

  await test.step('shows the same request as the command line', async () => {
    const { tokens, manifest } = JSON.parse(
      await skilldeck(app.home, 'context', await openSession(page), '--json'),
    ) as ContextView;
    const ofMap = mapParts(manifest).map(({ of, tokens: own }) => ({ kind: of.kind, tokens: own }));
    const ofGauge = segmentsOf(tokens, []).flatMap(({ kind, tokens: own }) =>
      kind === 'free' ? [] : [{ kind, tokens: own }],
    );
    for (const colorScheme of ['dark', 'light'] as const) {
      await prefer(page, colorScheme);
      await expectStrip(pane.locator('[data-strip="before"]'), ofMap, { gap: 1 });
      const marked = await edgesOf(pane);
      const seen = await kindsAt(
        pane.getByRole('toolbar', { name: 'Parts of the request as an area' }),
        marked.map(({ point }) => point),
      );
      const kinds = new Map(manifest.parts.map(({ id, kind }) => [id, kind]));
      expect(marked.length).toBeGreaterThan(10);
      expect(seen).toEqual(marked.map(({ id }) => kinds.get(id.replace(/^catalog\/.*/, 'catalog'))));
      await page.keyboard.press('Escape');
      await expectStrip(gauge.locator('[data-gauge]').last(), ofGauge, { least: 4 });
      // The strip above it is to scale: at most a pixel a part is added.
      const widths = await gauge
        .locator('[data-gauge]')
        .first()
        .locator('span')
        .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().width));
      const [used, free] = [widths.slice(0, -1), widths.at(-1) ?? 0];
      const drawn = used.reduce((sum, width) => sum + width, 0);
      expect(drawn).toBeLessThan(((drawn + free) * tokens.total) / tokens.max + used.length);
      await openMap(page);
    }
  });

  await test.step('reaches a part by keyboard, with its exact text', async () => {
    await pane.locator('[data-tile]').first().focus();
    const skill = pane.locator('[data-tile="skill:book-flight"]');
    for (let press = 0; press < 60 && (await skill.getAttribute('aria-pressed')) !== 'true'; press += 1) {
      await page.keyboard.press('ArrowRight');
    }
    await expect(skill).toBeFocused();
    await page.keyboard.press('Enter');
    const part = pane.getByRole('region', { name: 'book-flight', exact: true });
    await expect(part).toContainText('Loaded by the agent.');
    const text = part.getByRole('region', { name: 'Text of book-flight' });
    await expect(text).toContainText('# Skill: book-flight');
  });

  let predicted = 0;
  await test.step('previews a load beside the real request, without using a token', async () => {
    await pane.getByRole('button', { name: 'Load', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('expense');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('listitem').getByRole('button', { name: /^expense-report/ })).toBeFocused();
    await expect(pane.locator('[data-tile="skill:expense-report"]')).toBeVisible();
    await page.keyboard.press('Enter');
    const asked = pane.getByRole('region', { name: 'What if' });
    await expect(asked).toContainText('load expense-report');
    const delta = Number(await asked.locator('[data-delta]').getAttribute('data-delta'));
    predicted = total + delta;
    expect(delta).toBeGreaterThan(100);
    await expect(asked).toContainText('breaks at: List of skills');
    await expectAccessible(page, 'a ghost');
  });

  await test.step('shows the same beside the conversation', async () => {
    await page.keyboard.press('Escape');
    await expect(pane).toBeHidden();
    await expect(messageBox(page)).toBeFocused();
    await expect(gauge.locator('[data-ghost]')).toHaveAttribute('data-ghost', String(predicted - total));
  });

  await test.step('applies it with the predicted result', async () => {
    await page.getByRole('region', { name: 'What if' }).getByRole('button', { name: 'Apply' }).click();
    await expect(gauge.getByRole('row', { name: /^expense-report/ })).toBeVisible();
    await expect(gauge.locator('p').filter({ hasText: 'of 128k tokens' })).toContainText(
      predicted.toLocaleString('en-GB'),
    );
  });

  await test.step('names the load in the difference', async () => {
    await openMap(page);
    await pane.getByRole('tab', { name: 'Compare' }).click();
    await pane.getByRole('combobox', { name: 'To', exact: true }).click();
    await page.getByRole('option', { name: 'Next request' }).click();
    const changes = pane.getByRole('list', { name: 'Changes' });
    const skill = changes
      .getByRole('listitem')
      .filter({ hasText: 'Skill' })
      .filter({ hasText: 'expense-report' })
      .last();
    await expect(skill).toContainText('added');
    await expect(skill.getByRole('button', { name: /^expense-report loaded/ })).toBeVisible();
    await expect(pane.locator('[data-break]').first()).toBeVisible();
    await expectAccessible(page, 'two requests compared');
  });

  await test.step('shows the exact bytes that match the hash', async () => {
    await pane.getByRole('tab', { name: 'Exact request' }).click();
    await pane.getByRole('button', { name: 'Exact bytes' }).click();
    const json = (await pane.getByRole('region', { name: 'What will be sent' }).textContent()) ?? '';
    const hash = await pane.locator('dd[title]').getAttribute('title');
    expect(createHash('sha256').update(json).digest('hex')).toBe(hash);
    await expectAccessible(page, 'the exact request');
  });
});
