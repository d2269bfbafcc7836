import { describe, expect, it } from 'vitest';
import type { EventBody } from '../../../shared/events.ts';
import { zh } from '../../../shared/messages/zh.ts';
import { foldEvents } from '../../../shared/reducer.ts';
import { bookingEvents, type Station } from '../../test-kit/fixtures/booking.ts';
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
} from '../../test-kit/fixtures/log.ts';
import { wordsIn } from '../../test-kit/words.ts';
import { stepText } from '../activity/step-words.ts';
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

const at = (language: 'en' | 'zh', station: Station) =>
  told(language, buildTranscript(foldEvents('s1', bookingEvents(language, station))));

function retell(bodies: readonly EventBody[], live?: LiveAnswer): string[] {
  const state = foldEvents('s1', eventsOf('s1', bodies));
  return told('en', withLive(buildTranscript(state), state, live));
}

describe('the transcript', () => {
  it('tells a booking from first message to last, each step in one sentence', () => {
    expect(at('en', 'booked')).toEqual([
      '> I need a flight from Beijing to Tokyo on 24 December',
      'done: Loaded book-flight',
      '< Sure, let me look at flights for 24 December.',
      'done: Checked today’s date | done: Searched flights Beijing → Tokyo, 24 Dec',
      'card flight-offers [newest]',
      '< I found **11 flights**. The cheapest is ¥1,980 with a stop in Seoul; the cheapest direct one is **NH 964** at ¥2,860.',
      '> I choose number 2: NH964, ¥2,860',
      '< Number 2 it is: **NH 964**. What is the passenger’s name, as in the passport?',
      '> WANG XIAOMING, adult',
      'done: Booked the flight',
      'approval booking-quote once',
      'card booking [newest]',
      '< Booked. Your reference is **K7QX2M**. [last]',
    ]);
  });

  it('tells it in Chinese, including cities and dates', () => {
    expect(at('zh', 'question').slice(1, 4)).toEqual([
      'done: 已加载技能 book-flight',
      '< 好的，我先查一下 12 月 24 日的航班。',
      'done: 已确认今天的日期 | done: 已搜索航班：北京 → 东京，12月24日',
    ]);
    expect(at('zh', 'question').slice(-2)).toEqual(['waiting: 预订机票', 'approval booking-quote open']);
  });

  it('reports no refusal by the user if the app ended before they answered', () => {
    const said = bookingEvents('en', 'refused').map((event) =>
      event.type === 'approval-resolved' && event.decision === 'denied' ? { ...event, unasked: true as const } : event,
    );
    const lines = told('en', buildTranscript(foldEvents('s1', said)));
    expect(lines.filter((line) => line.includes('flight was not booked') || line.startsWith('denied'))).toEqual([
      'failed: The flight was not booked',
    ]);
  });

  it('keeps a refused booking as a record, and a decided command only as its step', () => {
    expect(at('en', 'refused').slice(-3)).toEqual([
      'denied: Book the flight',
      'approval booking-quote denied',
      '< All right, nothing was booked. Another flight, or another date? [last]',
    ]);
    expect(at('en', 'more').slice(-6)).toEqual([
      'card flight-offers [newest]',
      '< There are two.',
      'denied: Cancel the booking K7QX2M',
      'approval booking-quote denied',
      'waiting: Run a command',
      'approval run-command open',
    ]);
  });

  it('shows what failed, what was read because of it, and how the run ended', () => {
    expect(at('en', 'error')).toEqual([
      '> Beijing to Sanyo please',
      'failed: Flight search failed: Beijing → Sanyo, 24 Dec | done: Read the reference reference.md',
      'ended error unauthorized',
    ]);
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
