import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { WhatIf } from '../../shared/context-views.ts';
import { buildRequest } from '../context/build-request.ts';
import { calls, Rig, words } from './test-kit/rig.ts';

let rig: Rig;
let id: string;
beforeEach(async () => {
  rig = new Rig({
    skills: {
      fly: { body: 'Do fly. '.repeat(20), references: { 'fares.md': 'Fares. '.repeat(10) } },
      big: { body: 'too much '.repeat(9_000) },
    },
    tool: async () => ({ ok: true, content: 'a long result '.repeat(200) }),
  });
  id = rig.sessions.create({}).id;
  for (let turn = 0; turn < 4; turn += 1) {
    await rig.turn(id, `Request ${turn}`, calls({ name: 'run_command', id: `r${turn}` }), words('Done.'));
  }
});

const stored = () => readFileSync(path.join(rig.home, 'skilldeck.db'));
const log = () => JSON.stringify(rig.sessions.get(id).events);

async function ask(...steps: readonly WhatIf[]) {
  const { events } = rig.sessions.get(id);
  const before = [stored(), log(), rig.requests.length] as const;
  const outcome = await rig.sessions.whatIf(id, events, steps);
  // Nothing was written, and no model asked.
  expect([stored(), log(), rig.requests.length]).toEqual(before);
  expect(buildRequest(outcome.before).json).toBe(buildRequest(rig.sessions.get(id).state).json);
  return { ...outcome, said: outcome.steps.map(({ ok }) => ok) };
}

it('gives the same result as the commands themselves', async () => {
  const { after, said } = await ask(
    { do: 'load', skill: 'fly' },
    { do: 'load-reference', skill: 'fly', path: 'fares.md' },
    { do: 'placement', placement: 'tool-result' },
  );
  expect(said).toEqual([true, true, true]);
  await rig.sessions.loadSkill(id, 'fly');
  await rig.sessions.loadReference(id, 'fly', 'fares.md');
  rig.sessions.configure(id, { placement: 'tool-result' });
  await rig.sessions.refresh(id);
  expect(buildRequest(after).sha256).toBe(buildRequest(rig.sessions.get(id).state).sha256);
  const back = await ask({ do: 'unload-reference', skill: 'fly', path: 'fares.md' }, { do: 'unload', skill: 'fly' });
  expect([back.said, back.after.loadedSkills]).toEqual([[true, true], []]);
});

it('explains a refused step, and takes the others', async () => {
  const { steps, after } = await ask(
    { do: 'load', skill: 'nope' },
    { do: 'unload', skill: 'fly' },
    { do: 'load', skill: 'big' },
    { do: 'load-reference', skill: 'fly', path: 'fares.md' },
    { do: 'dialect', dialect: 'standard' },
    { do: 'placement', placement: 'system' },
    { do: 'load', skill: 'fly' },
  );
  expect(steps.map(({ ok, message }) => `${ok} ${message}`)).toEqual([
    expect.stringMatching(/^false There is no skill 'nope'/),
    expect.stringMatching(/^false Skill 'fly' is not loaded/),
    expect.stringMatching(/^false Skill 'big' was not loaded: it takes \d+ tokens and the budget for one is 8000/),
    expect.stringMatching(/^false Skill 'fly' is not loaded/),
    expect.stringMatching(/^true .*'standard'.*'tool-result'/),
    expect.stringMatching(/^false Dialect 'standard' has no placement 'system'/),
    expect.stringMatching(/^true Skill 'fly' loaded/),
  ]);
  expect([after.dialect, after.loadedSkills.map((skill) => skill.id)]).toEqual(['standard', ['fly']]);
});

it('compacts without a model, by hand or because of a small limit, and reports it', async () => {
  const byHand = await ask({ do: 'compact' });
  expect(byHand.steps[0]).toMatchObject({ ok: true, message: expect.stringContaining('no model is asked') });
  expect(byHand.after.compactions.length).toBeGreaterThan(0);
  expect(byHand.after.compactions.every(({ writtenBy }) => writtenBy !== 'model')).toBe(true);
  const small = await ask({ do: 'max-context', tokens: 1_500 });
  expect(small.after.compactions.length).toBeGreaterThan(0);
  expect(small.steps[0]?.message).toContain('over 80 % full');
  expect((await ask({ do: 'max-context', tokens: 10 })).refused).toContain("the model's limit is 10");
});

it('holds from any event, with the state as it was then', async () => {
  const { events } = rig.sessions.get(id);
  const first = events.find(({ type }) => type === 'request-sent')?.seq ?? 0;
  const then = events.filter(({ seq }) => seq < first);
  const { before, after } = await rig.sessions.whatIf(id, then, [{ do: 'model', model: 'gpt-4' }]);
  expect([before.messages.length, after.model, after.lastSeq]).toEqual([1, 'gpt-4', first]);
  expect(buildRequest(before).sha256).toBe(rig.requests[0]?.sha256);
});
