import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { translate as t } from '../../renderer/i18n.ts';
import { show } from '../../renderer/test-kit/show.tsx';
import { ArchiveSettings } from './view.tsx';

it('adds the archive with a password, shows what is wrong and what waits, and removes it', async () => {
  const { user, core, store } = await show(<ArchiveSettings />);
  await user.type(await screen.findByRole('textbox', { name: t('common.address') }), 'mysql://team@db/skills');
  await user.type(screen.getByRole('textbox', { name: t('archive.name') }), 'Li Wei');
  await user.type(screen.getByLabelText(t('repositories.password')), 'correct horse');
  await user.click(screen.getByRole('button', { name: t('archive.add') }));
  expect(await screen.findByText(t('archive.state.failed'))).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('ECONNREFUSED');
  expect(screen.getByText(t('archive.passwordStored'))).toBeTruthy();
  expect(screen.getByText(t('archive.outbox.empty'))).toBeTruthy();

  // Nothing is shared by itself until it is said what.
  const judged = await screen.findByRole('switch', { name: t('archive.rule.judged') });
  expect(judged.getAttribute('aria-checked')).toBe('false');
  await user.click(judged);
  await user.type(screen.getByRole('textbox', { name: t('archive.rule.skills') }), 'book-flight， trips');
  await user.click(screen.getByRole('button', { name: t('common.save') }));
  const watched = async () => {
    for await (const { archive } of await core.connection.client.archive.watch({})) return archive?.definition;
    return undefined;
  };
  await waitFor(async () =>
    expect(await watched()).toEqual({
      address: 'mysql://team@db/skills',
      as: 'Li Wei',
      judged: true,
      skills: ['book-flight', 'trips'],
    }),
  );

  await store.actions.archive.push(['talk'], { redact: true, patterns: [], keep: [] });
  expect(await screen.findByText(t('archive.outbox.waiting'))).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('archive.outbox.dropOf', { title: 'talk' }) }));
  expect(await screen.findByText(t('archive.outbox.empty'))).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('archive.remove') }));
  await user.click((await screen.findAllByRole('button', { name: t('archive.remove') })).at(-1) as HTMLElement);
  expect(await screen.findByRole('button', { name: t('archive.add') })).toBeTruthy();
});
