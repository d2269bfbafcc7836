/**
 * The screen over recorded sessions, for development only: `npx vite src/renderer`, then
 * `/test-kit/?lang=zh&theme=dark#/s/booking-zh`. `?sessions=3000` fills the list, `?empty` has none, `?lost` is offline.
 */
import type { SessionSummary } from '../../shared/contract.ts';
import { boot } from '../app/boot.tsx';
import { FakeCore } from './fake-core.ts';
import { streamAnswer } from './scripted-answer.ts';
import { approvalZh, bookingEn, bookingZh, failed, nearlyFull } from './sessions.ts';

const query = new URLSearchParams(location.search);
const HOUR_MS = 3_600_000;

const TITLES = [
  '去上海出差的机票',
  'Weather in Tokyo',
  '整理周会纪要',
  'Expense report for October',
  '改签到周六',
  'Hotel near Haneda',
];

const older = (count: number): readonly SessionSummary[] =>
  Array.from({ length: count }, (_, index) => {
    const at = new Date(Date.now() - (index + 2) * 7 * HOUR_MS).toISOString();
    return {
      id: `old-${index}`,
      title: `${TITLES[index % TITLES.length]}${index >= TITLES.length ? ` ${index}` : ''}`,
      createdAt: at,
      updatedAt: at,
      runState: 'completed',
      turns: 3,
      model: 'demo',
      tokens: 4_000,
      deleted: false,
      environment: 'default',
    };
  });

const one = (name: 'lang' | 'theme', allowed: readonly string[]): string | undefined => {
  const value = query.get(name) ?? '';
  return allowed.includes(value) ? value : undefined;
};

const lang = one('lang', ['zh', 'en']);
const theme = one('theme', ['light', 'dark']);
const empty = query.has('empty');
const core = new FakeCore({
  logs: empty ? [] : [bookingZh(), approvalZh(), bookingEn(), failed(), nearlyFull()],
  summaries: empty ? [] : older(Number(query.get('sessions') ?? 9)),
  ...(empty ? { skills: [] } : {}),
  settings: {
    ...(lang === undefined ? {} : { language: lang === 'zh' ? 'zh' : 'en' }),
    ...(theme === undefined ? {} : { theme: theme === 'dark' ? 'dark' : 'light' }),
    ...(query.has('model')
      ? { demo: false, baseUrl: 'https://api.deepseek.com/v1', model: 'deepseek-chat', hasKey: true }
      : {}),
  },
  onSend: (fake, sessionId, text) => streamAnswer(fake, sessionId, text, Number(query.get('step') ?? 25)),
});

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root.');
boot(core.connection, root);
if (query.has('lost')) setTimeout(() => core.break(), 300);
Object.assign(window, { core });
