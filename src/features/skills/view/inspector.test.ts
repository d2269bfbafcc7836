import { describe, expect, it } from 'vitest';
import { SKILLS } from '../../../renderer/test-kit/skills.ts';
import type { SkillView } from '../../../shared/contract.ts';
import { tableRows } from './skills-page.tsx';
import { faultOf, filterSkills, sortSkills } from './skills-toolbar.tsx';

const skill = (id: string, more: Partial<SkillView> = {}): SkillView => ({
  id,
  name: id,
  description: `Does ${id}`,
  source: 'user',
  path: `/s/${id}`,
  tokens: null,
  references: [],
  scripts: [],
  diagnostics: [],
  ...more,
});
const counted = (instructions: number) => ({ tokens: { catalog: 1, instructions } });
const used = (loads: number, lastUsed: string) => ({ usage: { loads, runs: 0, sessions: 1, lastUsed } });
const ids = (skills: readonly SkillView[]) => skills.map(({ id }) => id).join(' ');

describe('the list of skills', () => {
  const list = [
    skill('ant', { ...counted(20), ...used(1, '2026-01-01') }),
    skill('bee', { use: { enabled: false, unmet: [] }, ...counted(90) }),
    skill('cat', used(1, '2026-01-02')),
    skill('dog', { ...counted(40), ...used(5, '2025-01-01') }),
  ];
  it('has loaded skills first and those turned off last', () => {
    expect(ids(sortSkills(list, new Set(['dog'])))).toBe('dog ant cat bee');
  });
  it('is sorted in the table by each column, up and down, with broken ones among the others', () => {
    const [, bee] = list;
    const missed = [...list.with(1, { ...(bee as SkillView), missed: 2 })];
    const broken = { severity: 'error', file: 'f', rule: 'r', message: '', skill: 'axe' } as const;
    const lacking = { skills: [...list, skill('ewe', { missing: 2 }), skill('fox', { missing: 3 })], diagnostics: [] };
    expect(tableRows(lacking, '', 50, { id: 'trouble', up: true }).map((row) => `${row.id} ${row.kind}`)).toEqual([
      'fox lacking',
      'ewe lacking',
      'bee too-large',
      ...['ant', 'cat', 'dog'].map((id) => `${id} undefined`),
    ]);
    const view = { skills: missed, diagnostics: [broken, broken], budget: 8_000 };
    const of = (id: Parameters<typeof tableRows>[3]['id'], up: boolean, words = '') =>
      tableRows(view, words, 50, { id, up }).map((row) => row.id);
    expect(
      [
        of('name', true),
        of('trouble', true),
        of('trouble', false),
        of('loaded', false),
        of('used', false),
        of('missed', false),
        of('name', true, 'a'),
      ].map((row) => row.join(' ')),
    ).toEqual([
      'ant axe bee cat dog',
      'axe bee ant cat dog',
      'ant cat dog bee axe',
      'bee dog ant axe cat',
      'dog ant cat axe bee',
      'bee ant axe cat dog',
      'ant axe cat',
    ]);
    expect(tableRows(view, '', 50, { id: 'name', up: true })[1]).toMatchObject({
      kind: 'broken',
      findings: [broken, broken],
    });
  });
  it('finds by every word, in any case, in name, description and source', () => {
    const all = [...list, skill('机票', { description: '订机票 Flights', source: 'bundled' })];
    const found = ['', ' DOES   b', '机票 flights', 'bundled', 'does bundled'].map((words) =>
      ids(filterSkills(all, words)),
    );
    expect(found).toEqual(['ant bee cat dog 机票', 'ant bee cat dog 机票', '机票', '机票', ''].with(1, 'bee'));
  });
  it('names the worst error, and none that has since been resolved', () => {
    const error = { at: '', what: 'script', text: '', callId: '', sessionId: '' } as const;
    const usage = { loads: 0, runs: 1, sessions: 1, lastError: error };
    const unreadable = { severity: 'error', file: 'f', rule: 'unreadable', message: '' } as const;
    expect([
      faultOf(skill('a', { usage, ...counted(9), diagnostics: [unreadable] }), 5),
      faultOf(skill('a', { usage, ...counted(9) }), 5),
      faultOf(skill('a', { usage, ...counted(9) }), 50),
      faultOf(skill('a', { usage: { ...usage, lastError: { ...error, workedSince: true } }, ...counted(9) }), 5),
    ]).toEqual(['unreadable', 'failed', 'failed', 'too-large']);
    expect(SKILLS.map((one) => faultOf(one, 8_000)).filter(Boolean)).toEqual(['too-large']);
  });
});
