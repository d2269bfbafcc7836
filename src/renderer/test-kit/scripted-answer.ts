import type { FakeState } from './core/fake-state.ts';
import { answer, request, state } from './sessions.ts';

const TEXT =
  '好的！我在为您查询航班。\n\n' +
  '下周五（**11 月 27 日**）从北京到东京的航班很多，早上出发的有三个，全部直飞，大约三个小时二十分钟。' +
  '最便宜的是东航经上海的联程，但要次日凌晨才到。\n\n' +
  '| 航班 | 出发 | 到达 | 价格 |\n| --- | --- | --- | --- |\n| CA181 | 09:05 | 13:25 | ¥2,480 |\n| NH962 | 14:30 | 18:40 | ¥2,910 |\n\n' +
  'Which one would you like? 您想订哪一个？';

/** Streams an answer at a natural pace, a few characters at a time. */
export function streamAnswer(core: FakeState, sessionId: string, _text: string, stepMs = 25): void {
  core.append(sessionId, state('idle', 'thinking'), request(1, { user: 40 }));
  let offset = 0;
  const step = () => {
    if (offset < TEXT.length) {
      const text = TEXT.slice(offset, offset + 3);
      core.publish(sessionId, { type: 'text-delta', iteration: 1, offset, text });
      offset += text.length;
      setTimeout(step, stepMs);
      return;
    }
    core.append(sessionId, answer(1, TEXT), state('thinking', 'completed'), {
      type: 'run-finished',
      state: 'completed',
      iterations: 1,
      text: TEXT,
    });
  };
  setTimeout(step, stepMs);
}
