import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { UpdateSettings } from '../../features/settings/view/data-settings.tsx';
import type { UpdateState } from '../../shared/contract/updates.ts';
import { translate as t } from '../i18n.ts';
import { NO_UPDATE } from '../test-kit/core/fake-updates.ts';
import { show } from '../test-kit/show.tsx';
import { UpdateBanner } from './update-banner.tsx';

afterEach(() => vi.restoreAllMocks());

const version = '0.2.0';
const button = (name: string) => screen.findByRole('button', { name });

it('asks once, and looks for nothing before', async () => {
  const { store, user } = await show(<UpdateBanner />);
  expect(await screen.findByText(t('updates.questionHint', { server: NO_UPDATE.server }))).toBeTruthy();
  await user.click(await button(t('updates.answers.off')));
  await waitFor(() => expect(store.data.getState().settings?.updates).toBe('off'));
  expect(screen.queryByText(t('updates.question'))).toBeNull();
});

it('waits with its question for the first steps', async () => {
  await show(<UpdateBanner />, { settings: { welcomed: false } });
  expect(screen.queryByText(t('updates.question'))).toBeNull();
});

it('shows what is new, downloads on request and restarts', async () => {
  const { store, user } = await show(<UpdateBanner />, { settings: { updates: 'ask' } });
  const install = vi.spyOn(store.actions.updates, 'install').mockResolvedValue(true);
  await store.actions.updates.check();
  expect(await screen.findByText(t('updates.available', { version }))).toBeTruthy();
  await user.click(await button(t('updates.notes')));
  expect(await screen.findByText('Faster searches')).toBeTruthy();
  await user.click(await button(t('updates.download')));
  await user.click(await button(t('updates.restart')));
  expect(install).toHaveBeenCalledOnce();
  await user.click(await button(t('updates.dismiss')));
  expect(screen.queryByText(t('updates.ready', { version }))).toBeNull();
});

it.each<[string, Partial<UpdateState>, string]>([
  ['a download under way', { status: 'downloading', percent: 40 }, t('updates.downloading', { version })],
  ['a damaged download', { status: 'failed', failure: 'damaged' }, t('updates.failures.damaged', { version })],
  ['a package to install', { status: 'ready', way: 'package' }, t('updates.readyPackage', { version })],
])('says of %s', async (_what, state, words) => {
  await show(<UpdateBanner />, { settings: { updates: 'auto' }, updates: { version, ...state } });
  expect(await screen.findByText(words)).toBeTruthy();
  if (state.percent !== undefined)
    expect(screen.getByRole('progressbar', { name: words }).getAttribute('value')).toBe('40');
});

it('does not interrupt where the server cannot be reached', async () => {
  await show(<UpdateBanner />, { settings: { updates: 'ask' }, updates: { status: 'failed', failure: 'list' } });
  expect(screen.queryByRole('status')).toBeNull();
});

it('says that a version did not start until that is dismissed', async () => {
  const { user } = await show(<UpdateBanner />, { updates: { undone: version } });
  expect(await screen.findByText(t('updates.undone', { version }))).toBeTruthy();
  await user.click(await button(t('updates.dismiss')));
  await waitFor(() => expect(screen.queryByText(t('updates.undone', { version }))).toBeNull());
});

it('is changed in the settings, which look at once when asked to', async () => {
  const { store, user } = await show(<UpdateSettings />);
  await user.click(await screen.findByRole('radio', { name: new RegExp(t('updates.settings.auto')) }));
  await waitFor(() => expect(store.data.getState().settings?.updates).toBe('auto'));
  await user.click(await screen.findByRole('radio', { name: new RegExp(`^${t('updates.settings.beta')}`) }));
  await waitFor(() => expect(store.data.getState().settings?.updateChannel).toBe('beta'));
  await user.click(await button(t('updates.settings.check')));
  expect(await screen.findByText(t('updates.available', { version }))).toBeTruthy();
});
