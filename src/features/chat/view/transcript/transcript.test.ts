import { describe, expect, it } from 'vitest';
import { CANCELLING } from '../../../../renderer/test-kit/fixtures/activities.ts';
import { CANCEL_QUOTE, RETURN_OFFERS } from '../../../../renderer/test-kit/fixtures/flights.ts';
import {
  answered,
  asked,
  ended,
  eventsOf,
  finished,
  opened,
  said,
  started,
  toState,
} from '../../../../renderer/test-kit/fixtures/log.ts';
import type { LogBuilder } from '../../../../renderer/test-kit/log-builder.ts';
import { approvalZh, bookingEn, bookingZh, call, failed } from '../../../../renderer/test-kit/sessions.ts';
import { wordsIn } from '../../../../renderer/test-kit/words.ts';
import type { EventBody } from '../../../../shared/events.ts';
import { zh } from '../../../../shared/messages/zh/rest.ts';
import { foldEvents } from '../../../../shared/reducer.ts';
import { stepText } from '../step-words.ts';
import { buildTranscript, withLive } from './transcript.ts';
import type { LiveAnswer, TranscriptItem } from './transcript-items.ts';

/** One line an item, as a person would retell it. */
function told(language: 'en' | 'zh', items: readonly TranscriptItem[]): string[] {
  const words = wordsIn(language);
  return items.map((item) => {
    switch (item.kind) {
      case 'user':
        return `> ${item.text}`;
      case 'assistant':
        return `${item.streaming ? '…' : '<'} ${item.text.split('\n')[0]}${item.cut ? ` [${item.cut}]` : ''}${item.last ? ' [last]' : ''}`;
      case 'thought':
        return `thought ${item.streaming ? '…' : `${item.ms ?? '?'} ms, ${item.tokens ?? '?'} tokens`}: ${item.text}`;
      case 'activity':
        return item.steps.map((step) => `${step.status}: ${stepText(words, step)}`).join(' | ');
      case 'card':
        return `card ${item.card.kind}${item.newest ? ' [newest]' : ''}`;
      case 'approval':
        return `approval ${item.quote?.kind ?? item.approval.action} ${item.open ? 'open' : (item.approval.decision ?? 'lapsed')}`;
      case 'retrying':
        return `retrying ${item.failure.code}`;
      case 'ended':
        return `ended ${item.end.state} ${item.end.code ?? ''}`;
      default:
        return 'progress';
    }
  });
}

const at = (language: 'en' | 'zh', { events }: LogBuilder) => told(language, buildTranscript(foldEvents('s1', events)));

const refused = (unasked?: true): LogBuilder =>
  approvalZh().add(
    { type: 'approval-resolved', callId: 'c3', decision: 'denied', ...(unasked ? { unasked } : {}) },
    finished('c3', 'run_command', 'The person said no. Nothing was booked.', { ok: false }),
    toState('thinking'),
    answered(2, 'All right, nothing was booked.'),
    ...ended('All right, nothing was booked.', 2),
  );

const toBeApproved = (callId: string, detail: object): EventBody => ({
  type: 'approval-requested',
  callId,
  action: 'run-command',
  detail: { command: 'x', reason: '', needsPerson: false, ...detail },
});

/** A return trip, then a question to cancel, then one about a command. */
const more = (): LogBuilder =>
  bookingZh().add(
    ...said('London to Singapore and back'),
    ...call(1, 'c5', 'run_command', { command: 'search' }, '2 flights', { data: RETURN_OFFERS }),
    ...call(2, 'c6', 'run_command', { command: 'cancel' }, 'The person said no.', {
      text: 'There are two.',
      ok: false,
      between: [
        toBeApproved('c6', { activity: CANCELLING, preview: CANCEL_QUOTE, needsPerson: true }),
        { type: 'approval-resolved', callId: 'c6', decision: 'denied' },
      ],
    }),
    answered(3, '', [['c7', 'run_command', { command: 'rm' }]]),
    started('c7', 'run_command', { command: 'rm' }),
    toBeApproved('c7', { command: 'rm' }),
    toState('waiting-approval'),
  );

function retell(bodies: readonly EventBody[], live?: LiveAnswer): string[] {
  const state = foldEvents('s1', eventsOf('s1', bodies));
  return told('en', withLive(buildTranscript(state), state, live));
}

describe('the transcript', () => {
  it('tells a booking from first message to last, each step in one sentence', () => {
    expect(at('en', bookingZh())).toEqual([
      '> 帮我订12月24日从北京到东京的机票，一个人，经济舱，最好是早上出发。',
      '< 好的，我先看看怎么订机票。',
      'done: Loaded book-flight | done: Searched flights Beijing → Tokyo, 24 Dec',
      'card flight-offers [newest]',
      '< 12 月 24 日北京到东京有 **11 个航班**，这四个最合适：',
      '> 第二个，WANG XIAOMING',
      '< 好的，请确认以下信息。',
      'done: Booked the flight',
      'approval booking-quote once',
      'card booking [newest]',
      '< 已经订好了！预订编号 **K7QX2M**。行程单和日历文件在上面的卡片里。祝您旅途愉快！ [last]',
    ]);
  });

  it('tells it in Chinese, including cities and dates', () => {
    expect(at('zh', approvalZh())[2]).toBe('done: 已加载技能 book-flight | done: 已搜索航班：北京 → 东京，12月24日');
    expect(at('zh', approvalZh()).slice(-2)).toEqual(['waiting: 预订机票', 'approval booking-quote open']);
  });

  it('reports no refusal by the user if the app ended before they answered', () => {
    const lines = at('en', refused(true));
    expect(lines.filter((line) => line.includes('flight was not booked') || line.startsWith('denied'))).toEqual([
      'failed: The flight was not booked',
    ]);
  });

  it('keeps a refused booking as a record, and a decided command only as its step', () => {
    expect(at('en', refused()).slice(-3)).toEqual([
      'denied: Book the flight',
      'approval booking-quote denied',
      '< All right, nothing was booked. [last]',
    ]);
    expect(at('en', more()).slice(-6)).toEqual([
      'card flight-offers [newest]',
      '< There are two.',
      'denied: Cancel the booking K7QX2M',
      'approval booking-quote denied',
      'waiting: Run a command',
      'approval run-command open',
    ]);
  });

  it('shows what failed, what was read because of it, and how the run ended', () => {
    expect(at('en', bookingEn())[1]).toBe(
      'done: Loaded book-flight | failed: Flight search failed | done: Read the reference reference.md',
    );
    expect(at('en', failed())).toEqual(['> Which bookings do I have?', 'ended error unreachable']);
  });

  it('marks an interrupted run: the step, the open question and what never began', () => {
    const call: [string, string, object] = ['b', 'grep', { pattern: 'x' }];
    const bodies: EventBody[] = [
      ...opened,
      ...said('hi'),
      asked(1),
      answered(1, 'Let me', [['a', 'frobnicate', {}], call], 'interrupted'),
      started('a', 'frobnicate', {}),
      {
        type: 'approval-requested',
        callId: 'a',
        action: 'run-command',
        detail: { command: 'x', reason: '', needsPerson: false },
      },
      { type: 'state-changed', from: 'waiting-approval', to: 'error' },
      { type: 'run-finished', state: 'error', iterations: 1, text: '', code: 'interrupted' },
    ];
    expect(retell(bodies)).toEqual([
      '> hi',
      '< Let me [interrupted] [last]',
      'cut: Use the tool frobnicate | queued: Search files for “x”',
      'ended error interrupted',
    ]);
  });

  it('streams below stored items, under the key that the stored answer will have', () => {
    const before: EventBody[] = [...opened, ...said('hi'), asked(1)];
    expect(retell(before)).toEqual(['> hi', 'progress']);
    const live = { iteration: 1, text: 'Hel', writing: [] };
    expect(retell(before, live)).toEqual(['> hi', '… Hel']);
    expect(retell(before, { ...live, writing: ['run_command'] })).toEqual(['> hi', '… Hel', 'progress']);

    const after = [...before, answered(1, 'Hello')];
    // The event has come and the stream has not been emptied yet: one answer, not two.
    expect(retell(after, live)).toEqual(['> hi', '< Hello', 'progress']);
    const [running, stored] = [before, after].map((bodies) => foldEvents('s1', eventsOf('s1', bodies)));
    if (running === undefined || stored === undefined) throw new Error('unreachable');
    const key = withLive(buildTranscript(running), running, live).at(-1)?.key;
    expect(buildTranscript(stored).at(-1)?.key).toBe(key);
  });

  it('shows reasoning as it streams, folds it when text follows, and keeps it', () => {
    const before: EventBody[] = [...opened, ...said('hi'), asked(1)];
    const thought = { text: 'They greet me.', since: '2030-01-01T00:00:00Z' };
    const live = { iteration: 1, text: '', thought, writing: [] };
    // The thought speaks for the progress line while it comes; after it the line is back.
    expect(retell(before, live)).toEqual(['> hi', 'thought …: They greet me.']);
    const thoughtThrough = { ...live, thought: { ...thought, ms: 8_000 } };
    expect(retell(before, thoughtThrough)).toEqual(['> hi', 'thought 8000 ms, ? tokens: They greet me.', 'progress']);
    expect(retell(before, { ...thoughtThrough, text: 'Hel' })).toEqual([
      '> hi',
      'thought 8000 ms, ? tokens: They greet me.',
      '… Hel',
    ]);
    const usage = { promptTokens: 9, completionTokens: 90, reasoningTokens: 80 };
    const stored: EventBody = {
      ...answered(1, 'Hello'),
      type: 'model-responded',
      iteration: 1,
      text: 'Hello',
      toolCalls: [],
      finishReason: 'stop',
      ms: 9_000,
      reasoning: 'They greet me.',
      reasoningMs: 8_100,
      usage,
    };
    const after = [...before, stored];
    // The event has come and the stream has not been emptied yet.
    expect(retell(after, thoughtThrough)).toEqual([
      '> hi',
      'thought 8100 ms, 80 tokens: They greet me.',
      '< Hello',
      'progress',
    ]);
    const [running, kept] = [before, after].map((bodies) => foldEvents('s1', eventsOf('s1', bodies)));
    if (running === undefined || kept === undefined) throw new Error('unreachable');
    const key = withLive(buildTranscript(running), running, live).at(-1)?.key;
    expect(buildTranscript(kept)[1]?.key).toBe(key);
  });

  it('reports reasoning that the provider counts and hides, and nothing if it counts none', () => {
    const hidden = (reasoningTokens: number): EventBody => ({
      type: 'model-responded',
      iteration: 1,
      text: 'Hello',
      toolCalls: [],
      finishReason: 'stop',
      ms: 9,
      opaque: { kept: 'sealed' },
      usage: { promptTokens: 9, completionTokens: 90, reasoningTokens },
    });
    const before: EventBody[] = [...opened, ...said('hi'), asked(1)];
    expect(retell([...before, hidden(80)])).toEqual(['> hi', 'thought ? ms, 80 tokens: ', '< Hello', 'progress']);
    expect(retell([...before, hidden(0)])).toEqual(['> hi', '< Hello', 'progress']);
  });

  it('counts down to a retry only during a run, and offers no last answer then', () => {
    const failing: EventBody[] = [
      ...opened,
      ...said('hi'),
      asked(1),
      { type: 'model-failed', iteration: 1, code: 'rate-limited', message: '429', willRetry: true, retryInMs: 4000 },
    ];
    expect(retell(failing)).toEqual(['> hi', 'retrying rate-limited']);
    expect(retell([...failing, asked(1), answered(1, 'Hello'), ...ended('Hello', 1)])).toEqual([
      '> hi',
      '< Hello [last]',
    ]);
  });

  it('shows a running step instead of thinking', () => {
    const bodies = [
      ...opened,
      ...said('hi'),
      asked(1),
      answered(1, '', [['a', 'list_dir', { path: 'work' }]]),
      toState('tool-calling'),
      started('a', 'list_dir', { path: 'work' }),
    ];
    expect(retell(bodies)).toEqual(['> hi', 'running: Listing work']);
    expect(retell([...bodies, finished('a', 'list_dir', '')])).toEqual(['> hi', 'done: Listed work', 'progress']);
  });

  it('has no English in a Chinese step', () => {
    const sentences = Object.values(zh.chat.deed).flatMap((forms) => Object.values(forms));
    expect(sentences.filter((text) => /[A-Za-z]{3,}/.test(text.replace(/\{\{\w+\}\}/g, '')))).toEqual([]);
  });
});

it('shows nothing of a call that has not begun, also if named like an object property', () => {
  const call = (id: string) => [id, 'list_dir', { path: '.' }] as const;
  const told = retell([
    ...opened,
    ...said('Look'),
    asked(1),
    answered(1, '', [[...call('c1')], [...call('constructor')]]),
    started('c1', 'list_dir', { path: '.' }),
  ]);
  expect(told.slice(1)).toEqual(['running: Listing .']);
});
