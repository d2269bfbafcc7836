import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { translate as t } from '../../../renderer/i18n.ts';
import { answered, asked, eventsOf, opened, TOKENS } from '../../../renderer/test-kit/fixtures/log.ts';
import { bookingEn, nearlyFull } from '../../../renderer/test-kit/sessions.ts';
import { show } from '../../../renderer/test-kit/show.tsx';
import { defined } from '../../../shared/defined.ts';
import type { EventBody, Usage } from '../../../shared/events.ts';
import { GaugePanel, latestUsage } from './gauge-panel.tsx';

const meter = () => screen.getByRole('region', { name: t('common.context') });

it('shows the parts of the next request and their sum', async () => {
  const { store } = await show(<GaugePanel />, { logs: [bookingEn()] });
  const total = store.data.getState().nextRequest?.view.tokens.total ?? 0;
  expect(total).toBeGreaterThan(0);
  expect(meter().textContent).toContain(total.toLocaleString('en'));
  expect(meter().textContent).toContain('book-flight');
});

it('warns when the window is nearly full', async () => {
  await show(<GaugePanel />, { logs: [nearlyFull()] });
  expect(meter().textContent).toContain(t('gauge.over80'));
});

it('opens the request itself', async () => {
  const { store, user } = await show(<GaugePanel />, { logs: [bookingEn()] });
  await user.click(screen.getByRole('button', { name: t('gauge.request.open') }));
  expect(store.data.getState().map).toMatchObject({ tab: 'request' });
});

const sent = (total: number, purpose?: 'summary'): EventBody => ({
  ...(asked(1) as Extract<EventBody, { type: 'request-sent' }>),
  tokens: { ...TOKENS, total },
  ...defined({ purpose }),
});

const reply = (usage?: Usage, purpose?: 'summary'): EventBody => ({
  ...(answered(1, 'text') as Extract<EventBody, { type: 'model-responded' }>),
  ...defined({ usage, purpose }),
});

const of = (...bodies: EventBody[]) => latestUsage(eventsOf('s', [...opened, ...bodies]));

it('shows the usage of the latest answer, and nothing where its provider reported none', () => {
  const usage = { promptTokens: 110, completionTokens: 5 };
  const summary = { promptTokens: 900, completionTokens: 90 };
  expect(of(sent(100))).toBeUndefined();
  // The next request has not been answered; a summary is no answer.
  expect(of(sent(100), reply(usage), sent(200))).toEqual(usage);
  expect(of(sent(100), reply(usage), sent(700, 'summary'), reply(summary, 'summary'))).toEqual(usage);
  expect(of(sent(100), reply(usage), sent(200), reply())).toBeUndefined();
});
