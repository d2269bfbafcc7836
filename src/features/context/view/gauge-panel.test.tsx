import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { translate as t } from '../../../renderer/i18n.ts';
import { answered, asked, eventsOf, opened, TOKENS } from '../../../renderer/test-kit/fixtures/log.ts';
import { bookingEn, nearlyFull } from '../../../renderer/test-kit/sessions.ts';
import { show } from '../../../renderer/test-kit/show.tsx';
import { defined } from '../../../shared/defined.ts';
import type { EventBody, Usage } from '../../../shared/events.ts';
import { GaugePanel, latestUsage } from './gauge-panel.tsx';
import { MapView } from './map/map-view.tsx';

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

it('offers all requests to compare, with those not answered named, and says whether one was sent', async () => {
  const { core, store, user } = await show(<MapView />, { logs: [bookingEn()] });
  const one = { at: '2030-01-01T00:00:00.000Z', purpose: 'turn', model: 'm', estimated: 1, max: 9 } as const;
  const requests = Array.from({ length: 201 }, (_, at) => ({
    ...one,
    seq: at + 1,
    iteration: at + 1,
    answered: at > 0,
  }));
  vi.spyOn(core.connection.client.context, 'requests').mockResolvedValue(requests);
  await user.click(screen.getByRole('tab', { name: t('common.compare') }));
  await user.click(await screen.findByRole('combobox', { name: t('map.compare.from') }));
  const unanswered = t('review.requests.unanswered');
  const options = await screen.findAllByRole('option');
  expect(options).toHaveLength(202);
  expect(options.filter(({ textContent }) => textContent.includes(unanswered))).toEqual([options.at(-1)]);
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('tab', { name: t('map.tab.request') }));
  await screen.findByRole('region', { name: t('gauge.request.open') });
  store.actions.map.show({ at: 3 });
  await screen.findByRole('region', { name: t('gauge.request.sent') });
});
