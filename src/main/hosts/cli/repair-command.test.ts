import { expect, it } from 'vitest';
import type { RepairChoice, RepairReport } from '../../../shared/window/database-repair.ts';
import { fakeTerminal, run } from './test-kit/fake-terminal.ts';

const REPORT: RepairReport = {
  database: '/h/skilldeck.db',
  found: 'damaged',
  why: 'its tables are missing',
  damage: { because: 'damage-tables' },
  done: 'saved',
  keptAside: '/h/kept-aside/x',
  used: ['skilldeck-1.db'],
  sessions: 2,
  events: 1_234,
  unreadable: 3,
  backups: [{ name: 'skilldeck-1.db', at: '2030-01-07T08:00:00.000Z', bytes: 1 }],
};

async function doctor(args: readonly string[], report: RepairReport = REPORT, language = 'en') {
  const asked: [string, RepairChoice][] = [];
  const terminal = fakeTerminal({ env: { LANG: `${language}.UTF-8` } });
  const status = await run(terminal, ['doctor', '--home', '/h', ...args], {
    createApp: () => Promise.reject(new Error('the core is not asked')),
    repair: (home, choice) => {
      asked.push([home, choice]);
      return report;
    },
  });
  return { status, asked, out: terminal.out(), err: terminal.err() };
}

it('reports what was found and done, and the choices, in both languages', async () => {
  const { status, asked, out } = await doctor(['--repair']);
  expect([status, asked]).toEqual([0, [['/h', {}]]]);
  expect(out.split('\n').filter((line) => line !== '')).toEqual([
    'The database /h/skilldeck.db is damaged: its tables are missing',
    'Everything that could be read was saved into a new database.',
    'sessions: 2, events: 1,234',
    'Completed from: skilldeck-1.db',
    'Events that could not be read: 3. Each is shown as unknown.',
    'The old files are kept in /h/kept-aside/x',
    expect.stringMatching(/^Backup of .*: skilldeck doctor --repair --restore skilldeck-1\.db$/),
  ]);
  expect((await doctor(['--repair'], REPORT, 'zh')).out).toContain('数据库 /h/skilldeck.db 已损坏：缺少数据表');
});

it('fails if nothing can be repaired, passes on the choice, and prints the report as JSON', async () => {
  const none: RepairReport = {
    ...REPORT,
    found: 'missing',
    done: 'choice-needed',
    sessions: 0,
    events: 0,
    backups: [],
  };
  const { status, out } = await doctor(['--repair'], none);
  expect([status, out]).toEqual([1, expect.stringContaining('skilldeck doctor --repair --new')]);
  expect((await doctor(['--repair', '--restore', 'x.db'])).asked).toEqual([['/h', { restore: 'x.db' }]]);
  expect((await doctor(['--repair', '--new'])).asked).toEqual([['/h', { fresh: true }]]);
  expect(JSON.parse((await doctor(['--repair', '--json'])).out)).toEqual(REPORT);
});

it('accepts one choice, and only with --repair', async () => {
  expect(await doctor(['--new'])).toMatchObject({ status: 2, asked: [], err: expect.stringContaining('--repair') });
  expect(await doctor(['--repair', '--new', '--restore', 'x'])).toMatchObject({ status: 2, asked: [] });
});
