/**
 * Checks the request byte for byte: the catalog with ○, then ✓ and the instructions after `load_skill`, then the
 * reference after the error; the gauge, the log and the bytes agree.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  say as answer,
  call,
  hold,
  type ScriptedRequest,
  type ScriptedStep,
  type Step,
} from '../src/main/models/test-kit/scripted-model.ts';
import { expect, test } from './fixtures.ts';
import { answers, idle, say } from './kit/chat.ts';
import { eventsOf, ofType, openSession, skilldeck } from './kit/events.ts';

test.use({ modelKind: 'scripted' });

const SKILL = path.join(import.meta.dirname, '..', 'skills', 'book-flight');
const bytesOf = (file: string) => readFileSync(path.join(SKILL, file), 'utf8');
const systemOf = (request: ScriptedRequest | undefined) => String(request?.body.messages[0]?.content);

/** Command after `run with` in the loaded instructions. */
function searchCommand(request: ScriptedRequest): string {
  const runWith = /run with: `([^`]*search_flights\.py)`/.exec(systemOf(request))?.[1];
  if (runWith === undefined) throw new Error('The instructions do not say how to run search_flights.py.');
  return `${runWith} --from Beijing --to Sacramento --date 2027-01-15`;
}

// Rules: 000.12, 000.24
test('grows the request by what was loaded, and the gauge matches the bytes', async ({ app, page, model }) => {
  const gates = [hold(), hold(), hold(), hold()];
  const steps: readonly ((request: ScriptedRequest) => Step)[] = [
    () => call('load_skill', { name: 'book-flight' }),
    (request) => call('run_command', { command: searchCommand(request) }),
    () => call('load_skill_reference', { skill_name: 'book-flight', ref_path: 'reference.md' }),
    () => answer('Sacramento is not served; San Francisco is.'),
  ];
  const held: ScriptedStep[] = steps.map((step, index) => async (request) => {
    const gate = gates[index];
    gate?.arrive();
    await gate?.released;
    return step(request);
  });
  model.add(...held);

  const context = page.getByRole('region', { name: 'Context' });
  const shown: string[] = [];
  await say(page, 'Beijing to Sacramento, 15 January');
  const session = await openSession(page);
  for (const [index, gate] of gates.entries()) {
    await gate.reached;
    // The request is in the log before it is sent, and on the screen soon after.
    const sent = ofType(eventsOf(app.home, session), 'request-sent').at(-1);
    const total = (sent?.tokens.total ?? 0).toLocaleString('en');
    await expect(context.getByText(total, { exact: true })).toBeVisible();
    shown.push(total);
    if (index === 1) await expect(page.getByRole('button', { name: 'Unload book-flight' })).toBeVisible();
    gate.release();
  }
  await expect(answers(page).last()).toContainText('San Francisco is.');
  await idle(page);

  const [first, second, third, fourth] = model.requests;
  expect(systemOf(first)).toContain('## Available Skills (use when needed)\n- [○] **book-flight**: ');
  expect(systemOf(first)).not.toContain('## Loaded Skill Instructions');

  const body = bytesOf('SKILL.md').replace(/^---\n[\s\S]*?\n---\n/, '');
  expect(systemOf(second)).toContain('- [✓] **book-flight**: ');
  expect(systemOf(second)).toContain('## Loaded Skill Instructions\n\n### Skill: book-flight\n# Skill: book-flight\n');
  expect(systemOf(second)).toContain(`## Instructions\n${body}`);
  expect(systemOf(second)).not.toContain('## Loaded Skill References');

  expect(third?.body.messages.at(-1)).toMatchObject({ role: 'tool' });
  expect(String(third?.body.messages.at(-1)?.content)).toContain("Error: Unknown destination city 'Sacramento'");
  expect(systemOf(third)).toBe(systemOf(second));

  expect(systemOf(fourth)).toContain(
    `## Loaded Skill References\n\n### book-flight - reference.md\n${bytesOf('reference.md')}`,
  );

  const sent = ofType(eventsOf(app.home, session), 'request-sent');
  expect(sent.map(({ sha256 }) => sha256)).toEqual(
    model.requests.map(({ json }) => createHash('sha256').update(json, 'utf8').digest('hex')),
  );
  const totals = sent.map(({ tokens }) => tokens.total);
  expect(totals).toEqual([...totals].sort((a, b) => a - b));
  expect(new Set(totals).size).toBe(4);
  for (const { tokens } of sent) expect(tokens.parts.reduce((sum, part) => sum + part.tokens, 0)).toBe(tokens.total);
  expect(
    sent.map(({ tokens }) => tokens.parts.map(({ kind }) => kind).filter((kind) => /skill|reference/.test(kind))),
  ).toEqual([[], ['skill'], ['skill'], ['skill', 'reference']]);
  expect(shown).toEqual(totals.map((total) => total.toLocaleString('en')));

  // The next one, as the command line and the screen reckon it.
  const next = JSON.parse(await skilldeck(app.home, 'context', session, '--json')) as { tokens: { total: number } };
  expect(next.tokens.total).toBeGreaterThan(totals.at(-1) ?? 0);
  await expect(context.getByText(next.tokens.total.toLocaleString('en'), { exact: true })).toBeVisible();
});
