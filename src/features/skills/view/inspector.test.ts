import { describe, expect, it } from 'vitest';
import { SKILLS } from '../../../renderer/test-kit/skills.ts';
import type { ManifestPart } from '../../../shared/context-views.ts';
import type { SkillView } from '../../../shared/contract.ts';
import { entered, partOf } from './skill-use.tsx';
import { faultOf, filterSkills, SKILL_SORTS, sortSkills } from './skills-toolbar.tsx';

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
  it('sorts by state, tokens, use and name, and keeps the order of the rest', () => {
    const orders = SKILL_SORTS.map((by) => ids(sortSkills(list, by, new Set(['dog']))));
    expect(orders).toEqual(['dog ant cat bee', 'bee dog ant cat', 'dog cat ant bee', 'ant bee cat dog']);
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
      faultOf(skill('a', { usage: { ...usage, lastError: { ...error, workedSince: true } } }), 5),
    ]).toEqual(['unreadable', 'too-large', 'failed', undefined]);
    expect(SKILLS.map((one) => faultOf(one, 8_000)).filter(Boolean)).toEqual(['too-large']);
  });
});

describe('the origin of a part', () => {
  const part = (id: string, kind: ManifestPart['kind'], label: string): ManifestPart => ({
    id,
    kind,
    label,
    tokens: 7,
    sha256: '',
    reason: 'base',
    place: 'system',
    length: 1,
  });
  const parts = [
    part('base', 'base', 'base'),
    part('skill:fly', 'skill', 'fly'),
    { ...part('heading', 'base', '##'), reason: 'heading' as const },
    part('reference:fly/a/b.md', 'reference', 'a/b.md'),
  ];
  it('is shown by the part before it', () => {
    expect(entered(parts, partOf('fly', 'a/b.md'))).toEqual({
      id: 'reference:fly/a/b.md',
      tokens: 7,
      after: { id: 'skill:fly', kind: 'skill', label: 'fly' },
    });
    expect(entered(parts, 'base')?.after).toBeUndefined();
    expect(entered(parts, partOf('fly', 'c.md'))).toBeUndefined();
  });
});
