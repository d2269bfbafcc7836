import { expect, it } from 'vitest';
import type { EventBody } from '../../shared/events.ts';
import { carryingResult } from '../../shared/skills/loaded-skills.ts';
import { compactionSteps } from './compaction.ts';
import { chatRequest } from './test-kit/chat-request.ts';
import { answered, catalog, created, loaded, prompt, said, stateOf } from './test-kit/states.ts';

const DIALECT: EventBody = { type: 'settings-changed', dialect: 'agent-core', placement: 'tool-result' };
const TEXT = `Book ABCDEF by 2026-01-01. ${'Read on. '.repeat(100)}`;
const START = [created(), DIALECT, prompt(), catalog('fly'), said('fly me on 2027-02-02')];

/** The model calls `skill`, and its result is the text. */
function load(id: string, text = TEXT): EventBody[] {
  const call = { id, name: 'skill', arguments: '{"skill":"fly"}' };
  return [
    answered('', call),
    { type: 'tool-started', callId: id, name: 'skill', arguments: call.arguments },
    loaded('fly', text),
    { type: 'tool-finished', callId: id, name: 'skill', ok: true, ms: 1, ...carryingResult([{ skill: 'fly', text }]) },
  ];
}
const later = Array.from({ length: 12 }, (_, index) => said(`more ${index}${' and more words'.repeat(40)}`));
const unload: EventBody = { type: 'skill-unloaded', skill: 'fly', tokens: 1, reason: 'user' };
const contents = (...events: EventBody[]) =>
  chatRequest(stateOf(...events)).body.messages.map((message) => message.content);

// Rules: 000.23
it('keeps a loaded text whole through compaction, and out of summaries', () => {
  const log = [...START, ...load('c1'), ...later];
  const [step, ...rest] = compactionSteps(stateOf(...log));
  expect([step?.strategy, ...rest.map(({ strategy }) => strategy)]).toEqual(['turns', 'skills']);
  if (step?.strategy !== 'turns') throw new Error('no summary');
  expect(step.summary).toContain('2027-02-02');
  expect(step.summary).not.toMatch(/ABCDEF|2026-01-01/);
  const results: EventBody = {
    type: 'context-compacted',
    strategy: 'tool-results',
    coversSeq: [1, 20],
    before: 1,
    after: 1,
  };
  expect(contents(...log, results)).toContain(TEXT);
  // Its own result was compacted with the turns, so the document gets its own heading.
  const turns: EventBody = { ...step, type: 'context-compacted', before: 1, after: 1 };
  expect(contents(...log, turns).filter((content) => content?.includes(TEXT))).toEqual([`### Skill: fly\n${TEXT}`]);
  expect(chatRequest(stateOf(...log, turns, unload)).json).not.toContain('Read on.');
});

it('keeps a reloaded text only in the later result', () => {
  const again = contents(...START, ...load('c1'), unload, ...load('c2', 'New text.'));
  expect(again.slice(2)).toEqual([
    null,
    "[The text of skill 'fly' is no longer here: it was unloaded, or stands elsewhere in this context.]",
    null,
    'New text.',
  ]);
});

it('limits a result by its text when its data misstates the text', () => {
  const [call, start, load1, finished] = load('c1', 'Short.');
  const lying = { ...finished, data: { carries: [{ skill: 'fly', length: 1_000_000 }] } } as EventBody;
  expect(contents(...START, ...[call, start, load1].flatMap((event) => event ?? []), lying).at(-1)).toBe('Short.');
});

it('keeps what follows the texts, such as why another was refused', () => {
  const [call, start, load1, finished] = load('c1', 'Short.');
  const more = { ...finished, content: 'Short.\n\nNo room for more.' } as EventBody;
  const log = [...START, ...[call, start, load1].flatMap((event) => event ?? []), more];
  expect(contents(...log).at(-1)).toBe('Short.\n\nNo room for more.');
  expect(contents(...log, unload).at(-1)).toMatch(
    /^\[The text of skill 'fly' is no longer here.*\]\n\nNo room for more\.$/,
  );
});
