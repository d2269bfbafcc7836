import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { translate as t } from '../../../renderer/i18n.ts';
import { bookingEn, nearlyFull } from '../../../renderer/test-kit/sessions.ts';
import { show } from '../../../renderer/test-kit/show.tsx';
import { GaugePanel } from './gauge-panel.tsx';

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
  expect(store.data.getState().dialog).toMatchObject({ name: 'request' });
});
