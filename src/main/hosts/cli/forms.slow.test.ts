/** A form at a terminal, with the real core and the demo model. */
import { beforeEach, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import { fakeTerminal, run } from './test-kit/fake-terminal.ts';

let home: string;
beforeEach(() => {
  home = tempFolder();
});

const inADay = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);

/** Types each line once the text before it is shown. */
async function person(terminal: ReturnType<typeof fakeTerminal>, lines: readonly (readonly [string, string])[]) {
  for (const [reads, types] of lines) {
    await terminal.says(reads);
    terminal.type(`${types}\r`);
  }
}

it('asks field by field, reports invalid answers, searches and continues with the passengers', async () => {
  const first = fakeTerminal({ tty: true, env: { LANG: 'zh_CN.UTF-8' } });
  const searched = run(first, ['run', '--home', home, '--approve', 'auto', '我想订一张去东京的机票'], { createApp });
  await person(first, [
    ['出发城市（', 'shen'],
    ['是哪一个？', '上海'],
    ['到达城市（', ''],
    ['出发日期（', '改天'],
    ['请填写日期，例如', inADay],
    ['返程日期（', '-'],
    ['成人（', '0'],
    ['最小为 1。', '2'],
    ['儿童（2–11 岁）', ''],
    ['舱位', '3'],
    ['只看直飞', 'n'],
    ['填写更多选项吗', ''],
  ]);
  expect(await searched).toBe(0);
  expect(first.out()).toContain('上海 → 东京');
  expect(first.out()).toContain('2 名成人，公务舱');

  const session = /\d{8}-\w+/.exec(first.err())?.[0] ?? '';
  const second = fakeTerminal({ tty: true, env: { LANG: 'zh_CN.UTF-8' } });
  const ended = run(second, ['run', '--home', home, '--session', session, '第一个'], { createApp });
  await person(second, [['姓名（', '/skip']]);
  expect(await ended).toBe(0);
  expect(second.out()).toContain('每位乘客的姓名');
});

it('asks for the fields that few need only on request, and keeps what was heard of them', async () => {
  const terminal = fakeTerminal({ tty: true, env: { LANG: 'en_GB.UTF-8' } });
  const args = ['run', '--home', home, '--approve', 'auto', 'I need a flight to Tokyo. Please avoid Japan Airlines.'];
  const searched = run(terminal, args, { createApp });
  await person(terminal, [
    ['From (', 'Shanghai'],
    ['To (', ''],
    ['Departure date (', inADay],
    ['Return date (', '-'],
    ['Adults (', '1'],
    ['Children', ''],
    ['Cabin', ''],
    ['Direct flights only', 'n'],
    ['More options (Not these airlines: ', 'y'],
    ['Infants under 2 on a lap', '/skip'],
  ]);
  expect(await searched).toBe(0);
});

it('is not offered without a terminal; the answer asks the question instead', async () => {
  const pipe = fakeTerminal({ env: { LANG: 'zh_CN.UTF-8' } });
  expect(await run(pipe, ['run', '--home', home, '我想订一张去东京的机票'], { createApp })).toBe(0);
  expect(pipe.out()).toContain('从哪个城市出发');
  const events = fakeTerminal();
  const id = /\d{8}-\w+/.exec(pipe.err())?.[0] ?? '';
  await run(events, ['--json', 'sessions', 'show', id, '--home', home], { createApp });
  expect(events.out()).not.toContain('"name":"ask_user"');
});
