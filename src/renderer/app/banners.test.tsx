import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { setLanguage, translate as t } from '../i18n.ts';
import { show } from '../test-kit/show.tsx';
import { TrustBanner } from './banners.tsx';

const skill = { description: 'Books.', path: '/p/a', digest: 'a'.repeat(64) };

it('asks for new and changed skills alone, and trusts what it shows', async () => {
  setLanguage('en');
  const { core, store, user } = await show(<TrustBanner />);
  const setTrust = vi.spyOn(store.actions, 'setTrust');
  core.trust = {
    folder: '/p',
    trusted: true,
    decided: true,
    folders: [],
    skills: [
      { ...skill, id: 'same' },
      { ...skill, id: 'book-flight', path: '/p/b', digest: 'b'.repeat(64), heldBack: 'new', replaces: true },
      { ...skill, id: 'huge', path: '/p/c', digest: null, heldBack: 'too-large' },
    ],
  };
  store.data.setState({ skills: { skills: [], diagnostics: [] } });
  const question = await screen.findByText(t('app.trust.changed', { folder: '/p', count: 2 }));
  const banner = within(question.parentElement as HTMLElement);
  expect(banner.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    `book-flight (${t('app.trust.reason.new')}) (${t('app.trust.replaces')}) Books.`,
    `huge (${t('app.trust.reason.too-large')}) Books.`,
  ]);
  await user.click(screen.getByRole('button', { name: t('app.trust.yesChanged') }));
  await waitFor(() => expect(setTrust.mock.calls).toEqual([[true, { shown: ['b'.repeat(64)] }]]));
  await user.click(screen.getByRole('button', { name: t('app.trust.notNow') }));
  expect(screen.queryByText(/book-flight/)).toBeNull();
});
