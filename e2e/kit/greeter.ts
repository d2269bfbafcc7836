/** A skill that greets, for the journeys of its author, and the model that does as it says. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { call, type ScriptedRequest, say } from '../../src/main/models/test-kit/scripted-model.ts';

export const usage = { prompt: 100, completion: 20 };

export const greeter = (says: string, description = 'Greets people in writing. Use it for greetings. 用于书面问候。') =>
  `---\nname: greet\ndescription: ${description}\n---\n# Greetings\n\nSay "${says}".\n`;

/** @param files of the skill by path, JSON where they are no text. @returns its folder. */
export function putGreeter(home: string, files: Readonly<Record<string, string | object>>): string {
  const folder = path.join(home, 'skills', 'greet');
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  }
  return folder;
}

/** Loads the skill where it is listed, and then greets as it says. */
export function obedient({ body }: ScriptedRequest) {
  const system = body.messages[0]?.content ?? '';
  const told = [...system.matchAll(/[Ss]ay "(\w+)"/g)].at(-1)?.[1];
  if (told !== undefined) return say(`${told}, Ada!`, { usage });
  const { role, content } = body.messages.at(-1) ?? { role: '' };
  const isAsked = role === 'user' && /greet/i.test(content ?? '');
  if (isAsked && system.includes('Greets people')) return { ...call('load_skill', { name: 'greet' }), usage };
  return say('Good day, Ada.', { usage });
}

export async function openGreeter(page: Page): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/#/skills/greet`);
  await expect(page.getByRole('button', { name: 'Try it' })).toBeVisible();
}

export async function openEvals(page: Page): Promise<void> {
  await openGreeter(page);
  await page.getByRole('tab', { name: 'Evals', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Cases' })).toBeVisible();
}
