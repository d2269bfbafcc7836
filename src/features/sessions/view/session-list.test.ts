import { describe, expect, it } from 'vitest';
import type { SessionSummary } from '../../../shared/contract.ts';
import { groupSessions, titlesWith } from './session-list.tsx';

const session = (id: string, date: Date, title = id): SessionSummary => ({
  id,
  title,
  createdAt: date.toISOString(),
  updatedAt: date.toISOString(),
  runState: 'completed',
  turns: 1,
  model: 'demo',
  tokens: 0,
  deleted: false,
  environment: 'default',
});

const NOW = new Date(2026, 10, 21, 0, 30);
const SESSIONS = [
  session('october', new Date(2026, 9, 3, 9, 0)),
  session('before midnight', new Date(2026, 10, 20, 23, 50), '订机票 BEIJING'),
  session('now', new Date(2026, 10, 21, 0, 10)),
  session('tuesday', new Date(2026, 10, 17, 9, 0)),
  session('last month', new Date(2026, 10, 1, 9, 0)),
];

describe('the list of conversations', () => {
  it('is sorted newest first under calendar days', () => {
    const rows = groupSessions(SESSIONS, NOW).map((row) => (row.type === 'heading' ? row.group : row.session.id));
    expect(rows).toEqual([
      'today',
      'now',
      'yesterday',
      'before midnight',
      'thisWeek',
      'tuesday',
      'thisMonth',
      'last month',
      { month: new Date(2026, 9, 1) },
      'october',
    ]);
  });

  it('has a week of 7 and a month of 30 calendar days', () => {
    const headings = (days: number) =>
      groupSessions([session('one', new Date(2026, 10, 21 - days, 23, 59))], NOW).flatMap((row) =>
        row.type === 'heading' ? [row.group] : [],
      );
    expect([-1, 0, 1, 2, 6, 7, 29].flatMap(headings)).toEqual([
      'today',
      'today',
      'yesterday',
      'thisWeek',
      'thisWeek',
      'thisMonth',
      'thisMonth',
    ]);
    expect(headings(30)).toEqual([{ month: new Date(2026, 9, 1) }]);
  });

  it('finds titles in both languages, in any case', () => {
    const found = (search: string) => titlesWith(SESSIONS, search).map(({ id }) => id);
    expect(found('机票')).toEqual(['before midnight']);
    expect(found(' beijing ')).toEqual(['before midnight']);
    expect(found('nowhere')).toEqual([]);
  });
});
