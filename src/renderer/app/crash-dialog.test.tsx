import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { translate as t } from '../i18n.ts';
import { show } from '../test-kit/show.tsx';
import { CrashBanner } from './banners.tsx';
import { Dialogs } from './layout.tsx';

afterEach(() => vi.restoreAllMocks());

it('leads from the banner to a report that can be copied and deleted', async () => {
  const { store, user } = await show(
    <>
      <CrashBanner />
      <Dialogs />
    </>,
  );
  const report = { records: [{ at: '2026-01-02T03:04:05.006Z', what: 'page' as const }], text: 'page: oom, status 9' };
  const { actions, data } = store;
  const read = vi.spyOn(actions, 'crashReport').mockResolvedValue(report);
  const forget = vi.spyOn(actions, 'forgetCrashes').mockResolvedValue(true);
  expect(screen.queryByText(t('app.crashes.banner'))).toBeNull();
  data.setState(({ info }) => ({ info: info && { ...info, crashes: 1 } }));
  await user.click(await screen.findByRole('button', { name: t('app.crashes.title') }));
  expect(await screen.findByText(report.text)).toBeTruthy();
  expect(screen.getByText(t('app.crashes.what.page'))).toBeTruthy();
  expect(screen.queryByText(t('app.crashes.banner'))).toBeNull();
  await user.click(screen.getByRole('button', { name: t('app.crashes.copy') }));
  expect(await navigator.clipboard.readText()).toBe(report.text);
  await user.click(screen.getByRole('button', { name: t('app.crashes.forget') }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([read.mock.calls.length, forget.mock.calls.length]).toEqual([1, 1]);
});
