/** An MCP server in the window: added, tested, turned on, asked for in a conversation, seen in the context. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { say as answer, call } from '../src/main/models/test-kit/scripted-model.ts';
import { expect, test } from './fixtures.ts';
import { expectAccessible, overflow } from './kit/accessible.ts';
import { idle, say } from './kit/chat.ts';

const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/package.json');
const EVERYTHING = path.join(path.dirname(manifest), 'dist', 'index.js');

test.use({ modelKind: 'scripted' });

test('adds a server, turns its tools on, and asks before each is used', async ({ page, model }) => {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'MCP servers' }).click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('button', { name: 'Add a server' }).click();
  await panel.getByRole('textbox', { name: 'Name' }).fill('gone');
  await panel.getByRole('textbox', { name: 'Command' }).fill('no-such-program-anywhere --serve');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByRole('button', { name: 'Test gone' }).click();
  await expect(panel.getByText('The program no-such-program-anywhere wasn’t found.')).toBeVisible();

  await panel.getByRole('button', { name: 'Add a server' }).click();
  await panel.getByRole('textbox', { name: 'Name' }).fill('everything');
  await panel.getByRole('textbox', { name: 'Command' }).fill(`node "${EVERYTHING}"`);
  await panel.getByRole('textbox', { name: 'Variables' }).fill('API_KEY=sk-e2e-123456');
  await panel.getByRole('button', { name: 'What it may reach' }).click();
  await expectAccessible(page, 'the form of a server');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByRole('button', { name: 'Test everything' }).click();
  await expect(panel.getByText(/everything works: \d+ tools\./)).toBeVisible();
  await panel.getByRole('switch', { name: 'Offer the tools of everything' }).click();
  await panel.getByRole('button', { name: 'Details of everything' }).click();
  await panel.getByRole('switch', { name: 'get-env' }).click();
  await expect(panel.getByRole('switch', { name: 'get-env' })).not.toBeChecked();
  await expect(panel.getByRole('switch', { name: 'echo' })).toBeChecked();
  await expectAccessible(page, 'the servers');
  await page.setViewportSize({ width: 900, height: 800 });
  expect(await overflow(page)).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Escape');

  model.add(call('mcp__everything__echo', { message: 'hello there' }), answer('It echoed.'));
  await say(page, 'use the echo tool');
  const question = page.getByRole('log').getByText('Let the MCP server everything run its tool “echo”?');
  await expect(question).toBeVisible();
  await expect(page.getByText('"message": "hello there"')).toBeVisible();
  await expectAccessible(page, 'an approval of a tool');
  await page.getByRole('button', { name: 'Always allow' }).click();
  await idle(page);
  await expect(page.getByRole('log')).toContainText('It echoed.');
  const offered = model.requests[0]?.body.tools?.map((tool) => tool.function.name) ?? [];
  expect(offered).toContain('mcp__everything__echo');
  expect(offered).not.toContain('mcp__everything__get-env');
  await expect(page.getByRole('region', { name: 'Context' }).getByText('everything · tools')).toBeVisible();

  // Allowed for good: not asked again.
  model.add(call('mcp__everything__echo', { message: 'once more' }), answer('Again.'));
  await say(page, 'and again');
  await idle(page);
  await expect(page.getByRole('log')).toContainText('Again.');
  expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('Echo: once more');
});
