import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { lint } from '../skills/lint/test-kit/linted.ts';
import { startToolSession, type ToolSession } from './test-kit/tool-session.ts';
import { startTrpcSession } from './test-kit/trpc-session.ts';

// Five starts of a Python in WebAssembly, a few seconds each.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

const bundledRoot = path.resolve('skills');
const EMBEDDED = { bundled: {}, bundledRoot, environment: { ...process.env, SKILLDECK_PYTHON: 'embedded' } };
let session: ToolSession;
beforeAll(async () => {
  session = await startToolSession(EMBEDDED);
});
afterAll(() => session.remove());

async function run(skill: string, script: string, args: string) {
  const command = `${await session.runner.runWith(path.join(bundledRoot, skill, 'scripts', script))} ${args}`;
  const called = await session.call('run_command', { command });
  // A bundled skill's script is one simple command: it runs without approval.
  expect(called.need).toEqual({ kind: 'allowed' });
  return called.result;
}
const write = (file: string, content: string) =>
  session.call('write_file', { path: file, content }, { decide: 'once' });
const output = (name: string) => readFileSync(path.join(session.workspace, 'out', name), 'utf8');

it('plans a trip on a machine without Python: itinerary, calendar and packing list', async () => {
  const visit = { what: '清水寺', start: '09:00', end: '11:00', open: '06:00-18:00' };
  const plan = (...activities: object[]) =>
    JSON.stringify({ title: '京都', timezone: '+09:00', days: [{ date: '2099-04-02', activities }] });
  await write('work/trip.json', plan(visit, { what: '午餐', start: '11:30', end: '12:30' }));
  expect(await run('trip-planner', 'make_itinerary.py', 'work/trip.json')).toMatchObject({ ok: true });
  expect(output('itinerary.ics')).toContain('DTSTART:20990402T000000Z\r\n');
  expect(output('itinerary.md')).toContain('| 09:00–11:00 | 清水寺 |');
  const packing = await run('trip-planner', 'packing_list.py', '--days 3 --low 5 --high 15 --language en');
  expect(packing).toMatchObject({ ok: true, content: expect.stringContaining('- [ ] Underwear × 4') });
});

it('makes an expense report of declared inputs and outputs, kept as artifacts', async () => {
  const trpc = await startTrpcSession(EMBEDDED);
  try {
    const messy = '\ufeff日期;金额;币种;类别\n2027/3/1;1.234,50;CNY;住宿\n2027年3月2日;1000;JPY;餐费\n';
    mkdirSync(path.join(trpc.workspace, 'work'), { recursive: true });
    writeFileSync(path.join(trpc.workspace, 'work/费用.csv'), messy);
    const script = await trpc.runner.runWith(path.join(bundledRoot, 'expense-report/scripts/make_report.py'));
    const { need, result } = await trpc.call('skill_run', {
      skill: 'expense-report',
      command: `${script} inputs/march.csv --to CNY --rate '100 JPY=4.83'`,
      inputs: [{ from: 'workspace://work/费用.csv', to: 'work/inputs/march.csv' }],
      outputs: { globs: ['out/expense-report.*'], inline: true, save: true },
    });
    expect({ need, ok: result?.ok }, result?.content).toEqual({ need: { kind: 'allowed' }, ok: true });
    const answer: unknown = JSON.parse(result?.content ?? '');
    expect(answer).toMatchObject({
      stdout: expect.stringContaining('**总计：1,282.80 CNY**'),
      output_files: [
        { name: 'out/expense-report.csv', content: expect.stringContaining('1234.50,CNY,住宿') },
        { name: 'out/expense-report.md' },
        { name: 'out/expense-report.svg', mime_type: 'image/svg+xml' },
      ],
      artifact_files: ['csv', 'md', 'svg'].map((end) => ({ name: `expense-report.${end}`, version: 1 })),
    });
  } finally {
    trpc.remove();
  }
});

// Rules: 004.16
it('makes and packs a skill, with as few lint findings as the bundled ones', async () => {
  const answers = {
    name: 'days-off',
    does: 'Writes leave requests',
    triggers_zh: ['请假'],
    rules: ['r'],
    steps: ['s'],
  };
  await write('work/answers.json', JSON.stringify(answers));
  expect(await run('skill-creator', 'new_skill.py', 'work/answers.json')).toMatchObject({ ok: true });
  expect(await run('skill-creator', 'pack_skill.py', 'out/days-off')).toMatchObject({ ok: true });
  expect(output('days-off.skill').slice(0, 2)).toBe('PK');
  const dirs = [bundledRoot, path.join(session.workspace, 'out')];
  const report = await lint(dirs);
  expect(report.findings).toEqual([]);
  expect(report.checked).toBe(readdirSync(bundledRoot).length + 1);
});
