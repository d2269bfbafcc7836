import type { Activity } from '../../shared/activity.ts';
import type { CatalogEntry, Diagnostic, EventBody, ToolCall } from '../../shared/events.ts';
import { BOOKING_FLIGHT, SEARCHING } from './fixtures/activities.ts';
import { BOOKING, OFFERS, QUOTE } from './fixtures/flights.ts';
import { LogBuilder, requestTable, SHA } from './log-builder.ts';

const ROOT = '/opt/skilldeck/skills/book-flight';

export const CATALOG: readonly CatalogEntry[] = [
  {
    id: 'book-flight',
    name: 'book-flight',
    description:
      'Searches flights between cities, books, shows and cancels bookings. Use when the person wants to fly somewhere.',
    source: 'bundled',
    path: ROOT,
  },
  {
    id: 'expense-report',
    name: 'expense-report',
    description: 'Turns receipts into an expense report in the company’s format.',
    source: 'user',
    path: '/home/li/.agents/skills/expense-report',
  },
  {
    id: 'meeting-notes',
    name: 'meeting-notes',
    description: '把会议录音的文字稿整理成纪要：结论、待办、负责人、期限。',
    source: 'project',
    path: '/home/li/work/.skilldeck/skills/meeting-notes',
  },
  {
    id: 'weather-briefing',
    name: 'weather-briefing',
    description: 'A short weather briefing for a place and a date, with what to pack.',
    source: 'user',
    path: '/home/li/.agents/skills/weather-briefing',
  },
];

export const DIAGNOSTICS: readonly Diagnostic[] = [
  {
    severity: 'error',
    file: '/home/li/.agents/skills/visa-check/SKILL.md',
    line: 3,
    rule: 'description-required',
    message: 'The front matter has no description, so the model cannot know when to use it.',
    remedy: 'Add a line such as “description: Checks visa rules for a passport and a destination.”',
    skill: 'visa-check',
  },
  {
    severity: 'warning',
    file: '/home/li/.agents/skills/weather-briefing/SKILL.md',
    line: 2,
    rule: 'name-matches-folder',
    message: 'The name “weather” is not the folder’s name “weather-briefing”.',
    remedy: 'Write “name: weather-briefing”.',
    skill: 'weather-briefing',
  },
];

export const created: EventBody = {
  type: 'session-created',
  environment: 'default',
  dialect: 'omni',
  model: 'demo',
  limits: { maxContext: 128_000, skillBudget: 8_000, maxIterations: 50 },
  loadMode: 'session',
  placement: 'system',
  approve: 'ask',
  workspace: '/home/li/.skilldeck/sessions/booking-zh/workspace',
};

export const catalog: EventBody = {
  type: 'catalog-changed',
  skills: [...CATALOG],
  added: CATALOG.map((skill) => skill.id),
  removed: [],
  changed: [],
  diagnostics: [...DIAGNOSTICS],
};

export const state = (from: RunState, to: RunState): EventBody => ({ type: 'state-changed', from, to });
type RunState = Extract<EventBody, { type: 'state-changed' }>['to'];

export const request = (iteration: number, sizes: Parameters<typeof requestTable>[0]): EventBody => ({
  type: 'request-sent',
  iteration,
  sha256: SHA,
  tokens: requestTable(sizes),
  model: 'demo',
});

export const answer = (iteration: number, text: string, toolCalls: ToolCall[] = []): EventBody => ({
  type: 'model-responded',
  iteration,
  text,
  toolCalls,
  finishReason: toolCalls.length > 0 ? 'tool_calls' : 'stop',
  usage: { promptTokens: 2_431 + iteration * 1_377, completionTokens: 96, cachedPromptTokens: 1_920 },
  ms: 1_240,
});

/** One tool call from the model's asking to its result. */
export function call(
  iteration: number,
  id: string,
  name: string,
  args: Readonly<Record<string, unknown>>,
  content: string,
  extra: {
    readonly ok?: boolean;
    readonly data?: unknown;
    readonly between?: readonly EventBody[];
    readonly text?: string;
  } = {},
): EventBody[] {
  const toolArguments = JSON.stringify(args);
  return [
    answer(iteration, extra.text ?? '', [{ id, name, arguments: toolArguments }]),
    state('thinking', 'tool-calling'),
    { type: 'tool-started', callId: id, name, arguments: toolArguments },
    ...(extra.between ?? []),
    { type: 'tool-finished', callId: id, name, ok: extra.ok ?? true, content, ms: 412, data: extra.data },
    state('tool-calling', 'thinking'),
  ];
}

const script = (callId: string, command: string, activity: Activity, exitCode = 0): EventBody[] => [
  { type: 'script-started', callId, command, cwd: ROOT, interpreter: 'uv run', activity },
  { type: 'script-finished', callId, exitCode, timedOut: false, truncated: false, ms: 388, outputs: [] },
];

const loaded: EventBody = {
  type: 'skill-loaded',
  skill: 'book-flight',
  tokens: 1_874,
  sha256: SHA,
  instructions: '# Skill: book-flight\n\nSearches flights between cities …',
  by: 'agent',
};

const SEARCH = `uv run ${ROOT}/scripts/search_flights.py --from 北京 --to 东京 --date 2026-12-24 --json`;
const BOOK = `uv run ${ROOT}/scripts/book_flight.py --offer o-2 --passenger "WANG XIAOMING" --json`;

const TABLE_TEXT = [
  '1  KE2202+KE719  PEK 21:10 → NRT 09:55+1  1 stop  ¥1,980  4 seats',
  '2  NH964         PEK 08:30 → HND 13:00    3h30    ¥2,860  9 seats',
  '3  CA421         PEK 13:45 → NRT 18:05    3h20    ¥3,120  2 seats',
].join('\n');

const runFinished = (text: string, iterations: number): EventBody => ({
  type: 'run-finished',
  state: 'completed',
  iterations,
  text,
});

/** Up to the question whether to book: the run waits for the person's yes. */
function untilApproval(log: LogBuilder): LogBuilder {
  return log
    .add(created, catalog)
    .add({ type: 'user-message-added', text: '帮我订12月24日从北京到东京的机票，一个人，经济舱，最好是早上出发。' })
    .add({ type: 'session-renamed', title: '12月24日北京到东京的机票', by: 'app' })
    .add(state('idle', 'thinking'), request(1, { user: 38 }))
    .add(
      ...call(1, 'c1', 'load_skill', { name: 'book-flight' }, 'Loaded book-flight (1874 tokens).', {
        between: [loaded],
        text: '好的，我先看看怎么订机票。',
      }),
    )
    .add(request(2, { user: 38, assistant: 44, toolResult: 16, skill: 1_874 }))
    .add(
      ...call(2, 'c2', 'run_command', { command: SEARCH }, TABLE_TEXT, {
        between: script('c2', SEARCH, SEARCHING),
        data: OFFERS,
      }),
    )
    .add(request(3, { user: 38, assistant: 131, toolResult: 1_242, skill: 1_874 }))
    .add(
      answer(
        3,
        '12 月 24 日北京到东京有 **11 个航班**，这四个最合适：\n\n- **全日空 NH964** 早上 8:30 出发，直飞，¥2,860\n- **大韩航空经首尔** 最便宜，¥1,980，但次日上午到\n\n您想订哪一个？请告诉我乘机人的护照姓名拼音。',
      ),
    )
    .add(state('thinking', 'completed'), runFinished('…', 3))
    .add({ type: 'user-message-added', text: '第二个，WANG XIAOMING' })
    .add(state('completed', 'thinking'), request(1, { user: 52, assistant: 318, toolResult: 1_242, skill: 1_874 }))
    .add(
      answer(1, '好的，请确认以下信息。', [
        { id: 'c3', name: 'run_command', arguments: JSON.stringify({ command: BOOK }) },
      ]),
      state('thinking', 'tool-calling'),
      { type: 'tool-started', callId: 'c3', name: 'run_command', arguments: JSON.stringify({ command: BOOK }) },
      state('tool-calling', 'waiting-approval'),
      {
        type: 'approval-requested',
        callId: 'c3',
        action: 'run-script',
        detail: {
          command: BOOK,
          cwd: ROOT,
          skill: 'book-flight',
          script: 'scripts/book_flight.py',
          activity: BOOKING_FLIGHT,
          reason: 'Booking a flight always needs a person’s yes.',
          needsPerson: true,
          preview: QUOTE,
        },
      },
    );
}

export const approvalZh = (): LogBuilder => untilApproval(new LogBuilder('approval-zh', '2026-11-21T09:30:00Z'));

/** Booked, with the calendar file. */
export function bookingZh(): LogBuilder {
  return untilApproval(new LogBuilder('booking-zh', '2026-11-21T09:30:00Z'))
    .add({ type: 'approval-resolved', callId: 'c3', decision: 'once' }, state('waiting-approval', 'tool-calling'))
    .add(...script('c3', BOOK, BOOKING_FLIGHT))
    .add(
      {
        type: 'artifact-saved',
        name: 'K7QX2M.ics',
        version: 1,
        mime: 'text/calendar',
        bytes: 1_204,
        sha256: SHA,
        callId: 'c3',
      },
      {
        type: 'tool-finished',
        callId: 'c3',
        name: 'run_command',
        ok: true,
        content: 'Booked K7QX2M',
        ms: 512,
        data: BOOKING,
      },
    )
    .add(state('tool-calling', 'thinking'), request(2, { user: 52, assistant: 402, toolResult: 1_688, skill: 1_874 }))
    .add(answer(2, '已经订好了！预订编号 **K7QX2M**。行程单和日历文件在上面的卡片里。祝您旅途愉快！'))
    .add(state('thinking', 'completed'), runFinished('…', 2));
}

/** The unknown city that makes the reference load. */
export function bookingEn(): LogBuilder {
  const command = `uv run ${ROOT}/scripts/search_flights.py --from Beijing --to "Atlantis" --date 2026-12-24`;
  return new LogBuilder('booking-en', '2026-11-20T14:02:00Z')
    .add(created, catalog)
    .add({ type: 'user-message-added', text: 'Find me a flight from Beijing to Atlantis on 24 December.' })
    .add({ type: 'session-renamed', title: 'Flight from Beijing to Atlantis', by: 'app' })
    .add(state('idle', 'thinking'), request(1, { user: 24 }))
    .add(...call(1, 'e1', 'load_skill', { name: 'book-flight' }, 'Loaded book-flight.', { between: [loaded] }))
    .add(request(2, { user: 24, assistant: 38, toolResult: 16, skill: 1_874 }))
    .add(
      ...call(2, 'e2', 'run_command', { command }, 'Error: Unknown destination city: Atlantis', {
        ok: false,
        between: script('e2', command, { ...SEARCHING, values: {} }, 2),
      }),
    )
    .add(request(3, { user: 24, assistant: 96, toolResult: 148, skill: 1_874 }))
    .add(
      ...call(
        3,
        'e3',
        'load_skill_reference',
        { skill_name: 'book-flight', ref_path: 'reference.md' },
        'Loaded reference.md.',
        {
          between: [
            {
              type: 'reference-loaded',
              skill: 'book-flight',
              path: 'reference.md',
              tokens: 1_316,
              sha256: SHA,
              text: '# Reference …',
              by: 'agent',
            },
          ],
        },
      ),
    )
    .add(request(4, { user: 24, assistant: 141, toolResult: 176, skill: 1_874, reference: 1_316 }))
    .add(
      answer(
        4,
        'I could not find **Atlantis** among the cities I can search. Did you mean **Atlanta** (ATL) or **Athens** (ATH)?',
      ),
    )
    .add(state('thinking', 'completed'), runFinished('…', 4));
}

/** The model's endpoint is down: two tries, then the end. */
export function failed(): LogBuilder {
  const failure = (willRetry: boolean): EventBody => ({
    type: 'model-failed',
    iteration: 1,
    code: 'unreachable',
    message: 'Could not reach http://localhost:11434: connection refused.',
    willRetry,
    ...(willRetry ? { retryInMs: 1_000 } : {}),
  });
  return new LogBuilder('failed', '2026-11-18T08:00:00Z')
    .add(created, catalog)
    .add({ type: 'user-message-added', text: 'Which bookings do I have?' })
    .add({ type: 'session-renamed', title: 'Which bookings do I have?', by: 'app' })
    .add(state('idle', 'thinking'), request(1, { user: 12 }), failure(true), request(1, { user: 12 }), failure(false))
    .add(state('thinking', 'error'), {
      type: 'run-finished',
      state: 'error',
      iterations: 0,
      text: '',
      code: 'unreachable',
      message: 'Could not reach http://localhost:11434: connection refused.',
    });
}

/** A window nearly full: past both marks. */
export function nearlyFull(): LogBuilder {
  return new LogBuilder('nearly-full', '2026-11-16T10:00:00Z')
    .add(created, catalog, loaded)
    .add({ type: 'user-message-added', text: 'Summarise everything so far.' })
    .add({
      type: 'session-renamed',
      title: 'A long planning conversation about a trip around the world with many stops',
      by: 'user',
    })
    .add(state('idle', 'thinking'))
    .add(request(1, { user: 2_210, assistant: 3_120, toolResult: 5_410, skill: 1_874, reference: 1_316, max: 18_000 }))
    .add(answer(1, 'We looked at eleven cities…'), state('thinking', 'completed'), runFinished('…', 1));
}

/** A booking after which the model called `run_command` with these arguments, as `x1`, and a question is to come. */
export const calling = (args = '{}'): LogBuilder =>
  bookingEn().add(
    state('completed', 'tool-calling'),
    answer(5, '', [{ id: 'x1', name: 'run_command', arguments: args }]),
    { type: 'tool-started', callId: 'x1', name: 'run_command', arguments: args },
    state('tool-calling', 'waiting-approval'),
  );
