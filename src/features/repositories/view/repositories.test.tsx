import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { translate as t } from '../../../renderer/i18n.ts';
import { show } from '../../../renderer/test-kit/show.tsx';
import { RepositoriesDialog } from './repositories.tsx';

it('adds a repository, reviews what it has, installs it, and removes it again', async () => {
  const { user, core } = await show(<RepositoriesDialog open onClose={() => {}} />);
  const listed = async () => (await core.connection.client.repositories.list({})).repositories;
  expect(await screen.findByText(t('repositories.empty'))).toBeTruthy();
  const address = screen.getByRole('textbox', { name: t('author.import.address') });
  await user.type(address, 'gopher://x{Enter}');
  expect(await screen.findByText(/This is no address/)).toBeTruthy();
  await user.clear(address);
  await user.type(address, '/team/skills');
  await user.click(screen.getByRole('button', { name: t('repositories.add') }));

  // Nothing is installed before it was seen.
  await user.click(await screen.findByRole('button', { name: t('author.import.do', { count: 1, n: '1' }) }));
  const list = await screen.findByRole('list', { name: t('repositories.inEnvironment', { name: 'default' }) });
  expect(await within(list).findByText(t('repositories.state.current'))).toBeTruthy();
  await user.click(within(list).getByRole('button', { name: t('repositories.skills', { count: 1, n: '1' }) }));
  expect(within(list).getByText(t('repositories.cost', { n: '12', loaded: '340' }))).toBeTruthy();
  expect(within(list).getByText(t('repositories.plugin', { name: 'accounts' }))).toBeTruthy();
  await user.click(within(list).getByRole('switch', { name: t('repositories.auto') }));
  await waitFor(async () => expect((await listed())[0]?.definition.auto).toBe(true));
  await user.click(within(list).getByRole('button', { name: t('repositories.removeOf', { name: 'skills' }) }));
  await user.click(await screen.findByRole('button', { name: t('common.remove') }));
  expect(await screen.findByText(t('repositories.empty'))).toBeTruthy();
});

it.each(['mysql://me@host/db', 'postgres://me@host/db', 'oci://me@host/a/b', 'nacos://me@host:8848/team'])(
  'asks for the password of %s',
  async (address) => {
    const { user } = await show(<RepositoriesDialog open onClose={() => {}} />);
    await user.type(await screen.findByRole('textbox', { name: t('author.import.address') }), address);
    expect(screen.getByLabelText(t('repositories.password')).getAttribute('type')).toBe('password');
  },
);
