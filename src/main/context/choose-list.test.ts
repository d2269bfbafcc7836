import { describe, expect, it } from 'vitest';
import { DIALECTS, type Dialect, type EventBody } from '../../shared/events.ts';
import type { SessionState } from '../../shared/session-state.ts';
import { listedSkills } from '../../shared/skills/skill-list.ts';
import { chooseList } from './choose-list.ts';
import { listText } from './dialects.ts';
import { countTokens } from './engine.ts';
import { DIALECT_PROMPTS } from './more-dialects.ts';
import { catalogOf, created, entry, loaded, said, stateOf } from './test-kit/states.ts';

const MANY = [
  ...Array.from({ length: 60 }, (_, at) => entry(`skill-${String(at).padStart(2, '0')}`, `Does thing ${at} well.`)),
  entry('visa', 'Applies for a visa.'),
  entry('签证', '办理签证。'),
];

function stateIn(dialect: Dialect, budget: number | undefined, ...more: readonly EventBody[]): SessionState {
  const limits = budget === undefined ? {} : { catalogBudget: budget };
  const placement = dialect === 'omni' || dialect === 'trpc' ? 'system' : 'tool-result';
  return stateOf({ ...created(limits), dialect, placement } as EventBody, catalogOf(MANY), ...more);
}

const listOf = (state: SessionState): string =>
  listText(DIALECT_PROMPTS[state.dialect].list(state, listedSkills(state))).text;
const tokensOf = (state: SessionState) => countTokens(state.model, listOf(state));

async function chosen(state: SessionState, uses?: ReadonlyMap<string, number>): Promise<SessionState> {
  const { skills, budget } = await chooseList(state, uses && (() => uses));
  return { ...state, listing: { seq: state.lastSeq, skills, budget } };
}

describe.each(DIALECTS)('the list in dialect %s', (dialect) => {
  // Rules: 002.2
  it('has all skills at exactly its budget, and says how many it leaves out one token below', async () => {
    const all = await tokensOf(await chosen(stateIn(dialect, 0)));
    expect(listedSkills(await chosen(stateIn(dialect, all))).more).toBe(0);
    const cut = await chosen(stateIn(dialect, all - 1));
    const { skills, more } = listedSkills(cut);
    expect(more).toBeGreaterThan(0);
    expect(skills.length + more).toBe(MANY.length);
    expect(await tokensOf(cut)).toBeLessThanOrEqual(all - 1);
    expect(listOf(cut)).toContain(`… and ${more} more: search_skills finds them`);
  });

  it('never takes more than its budget, and wastes less of it than one skill takes', async () => {
    for (const budget of [60, 200, 500]) {
      const cut = await chosen(stateIn(dialect, budget, said('Do thing 7')));
      const taken = await tokensOf(cut);
      expect(taken).toBeLessThanOrEqual(budget);
      expect(taken).toBeGreaterThan(budget - 60);
    }
  });

  it('counts what is loaded once: the rest of the budget is for others', async () => {
    const loads = Array.from({ length: 20 }, (_, at) => loaded(`skill-${40 + at}`, 'x'));
    const least = await tokensOf(await chosen(stateIn(dialect, 1, ...loads)));
    const cut = await chosen(stateIn(dialect, least + 150, ...loads));
    expect(await tokensOf(cut)).toBeGreaterThan(least + 90);
  });

  it('lists what is loaded, whatever the budget', async () => {
    for (const budget of [1, 100]) {
      const cut = await chosen(stateIn(dialect, budget, loaded('skill-59', 'x'), loaded('skill-31', 'x')));
      expect(listedSkills(cut).skills.map(({ id }) => id)).toEqual(expect.arrayContaining(['skill-31', 'skill-59']));
    }
  });

  it('lists what the message is about, then what is used most', async () => {
    const uses = new Map([
      ['skill-44', 9],
      ['skill-45', 3],
    ]);
    const ids = async (text: string) =>
      listedSkills(await chosen(stateIn(dialect, 300, said(text)), uses)).skills.map(({ id }) => id);
    expect(await ids('I need a VISA for Japan')).toEqual(expect.arrayContaining(['visa', 'skill-44', 'skill-45']));
    expect(await ids('我要签证')).toContain('签证');
    expect(await ids('我要签证')).not.toContain('visa');
  });
});

describe('from turn to turn', () => {
  const nextAfter = async (before: SessionState, ...more: readonly EventBody[]) => {
    const events: EventBody = {
      type: 'catalog-listed',
      skills: [...(before.listing?.skills ?? [])],
      of: 62,
      budget: 300,
    };
    return chosen(stateIn('omni', 300, said('thing 7'), events, ...more));
  };

  it('stays while the message is about skills that it has, or about none', async () => {
    const first = await chosen(stateIn('omni', 300, said('thing 7')));
    for (const text of ['thing 7 again, please', 'yes, do it', '好的，谢谢']) {
      expect((await nextAfter(first, said(text))).listing?.skills).toEqual(first.listing?.skills);
    }
  });

  it('changes for a skill that the message is about, and keeps as much as fits', async () => {
    const first = await chosen(stateIn('omni', 300, said('thing 7')));
    expect(first.listing?.skills).not.toContain('visa');
    const second = await nextAfter(first, said('Now a visa'));
    expect(second.listing?.skills).toContain('visa');
    const kept = first.listing?.skills?.filter((id) => second.listing?.skills?.includes(id)) ?? [];
    expect(kept.length).toBeGreaterThan((first.listing?.skills?.length ?? 0) - 3);
  });

  it('keeps what earlier messages were about: going on with them makes no new list', async () => {
    const listed = ({ listing }: SessionState): EventBody => {
      return { type: 'catalog-listed', skills: [...(listing?.skills ?? [])], of: 62, budget: 300 };
    };
    const visa = [said('Now a visa')];
    const first = await chosen(stateIn('omni', 300, ...visa));
    const things = [...visa, listed(first), said('30 31 32 33 34 35 36 37 38 39 40 41 42 43')];
    const second = await chosen(stateIn('omni', 300, ...things));
    expect(second.listing?.skills).toEqual(expect.arrayContaining(['visa', 'skill-43']));
    const third = await chosen(stateIn('omni', 300, ...things, listed(second), said('And the visa?')));
    expect(third.listing?.skills).toEqual(second.listing?.skills);
  });

  it('gets what was loaded meanwhile with placement tool-result, and at once with placement system', async () => {
    const first = await chosen(stateIn('standard', 300, said('thing 7')));
    const listed: EventBody = {
      type: 'catalog-listed',
      skills: [...(first.listing?.skills ?? [])],
      of: 62,
      budget: 300,
    };
    const state = stateIn('standard', 300, said('thing 7'), listed, loaded('visa', 'x'));
    expect(listedSkills(state).skills).toHaveLength(first.listing?.skills?.length ?? 0);
    expect(listedSkills({ ...state, placement: 'system' }).skills.map(({ id }) => id)).toContain('visa');
    expect((await chosen(state)).listing?.skills).toContain('visa');
  });
});

it('leaves out skills that only the person may load, and does not count them', async () => {
  const hidden = { ...entry('secret', 'For the person.'), modelInvocable: false as const };
  const state = stateOf(created({ catalogBudget: 300 }), catalogOf([...MANY, hidden]), said('secret'));
  const { of, skills } = await chooseList(state);
  expect(of).toBe(MANY.length);
  expect(skills).not.toContain('secret');
});
