import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { translate as t, type WordKey } from '../i18n.ts';
import { type OpenDialog, SETTINGS_TABS } from '../store/slices/window-state.ts';
import { bookingEn, bookingZh } from '../test-kit/sessions.ts';
import { show } from '../test-kit/show.tsx';
import { ModelChip, usePlaceTitle } from './header.tsx';
import { Dialogs } from './layout.tsx';

const DIALOGS: readonly (readonly [OpenDialog, WordKey])[] = [
  [{ name: 'compact' }, 'chat.compaction.nowTitle'],
  [{ name: 'shortcuts' }, 'app.shortcuts.title'],
  [{ name: 'crashes' }, 'app.crashes.title'],
  [{ name: 'new-skill' }, 'author.new.title'],
  [{ name: 'import-skill' }, 'author.import.title'],
  [{ name: 'draft-skill', session: 'booking-en' }, 'improving.draft.title'],
  [{ name: 'repositories' }, 'repositories.title'],
  [{ name: 'tags', sessions: ['booking-en'] }, 'library.tags.title'],
  [{ name: 'export-sessions', sessions: ['booking-en'] }, 'library.export.title'],
];

it.each(DIALOGS)('%j opens under its title, and Escape closes it', async (dialog, title) => {
  const { store, user } = await show(<Dialogs />, { logs: [bookingEn()] });
  store.actions.openDialog(dialog);
  const opened = await screen.findByRole('dialog');
  expect(within(opened).getAllByRole('heading')[0]?.textContent).toContain(t(title));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(store.data.getState().dialog).toBeUndefined());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it.each(SETTINGS_TABS)('the settings show their tab %s', async (tab) => {
  const { store } = await show(<Dialogs />);
  store.actions.openDialog({ name: 'settings', tab });
  const opened = await screen.findByRole('dialog', { name: t('common.settings') });
  const panel = await within(opened).findByRole('tabpanel');
  expect(panel.textContent).not.toBe('');
  expect(within(opened).getByRole('tab', { selected: true }).textContent).not.toBe('');
});

it('looks at a skill that was opened with the app, once for each file, and installs nothing by itself', async () => {
  const { store } = await show(<Dialogs />);
  const { author } = store.actions;
  const failure = { code: 'import-refused' as const, message: 'The archive is damaged.' };
  const inspect = vi.spyOn(author, 'inspectImport').mockResolvedValue({ ok: false, failure });
  const install = vi.spyOn(author, 'install');
  store.actions.openDialog({ name: 'import-skill', address: '/home/me/one.skill' });
  const dialog = await screen.findByRole('dialog', { name: t('author.import.title') });
  expect(await within(dialog).findByText(failure.message)).toBeTruthy();
  const address = within(dialog).getByRole('textbox', { name: t('author.import.address') });
  expect(address).toHaveProperty('value', '/home/me/one.skill');
  store.actions.openDialog({ name: 'import-skill', address: '/home/me/two.skill' });
  await waitFor(() => expect(address).toHaveProperty('value', '/home/me/two.skill'));
  expect(inspect.mock.calls).toEqual(
    ['one', 'two'].map((name) => [{ kind: 'address', address: `/home/me/${name}.skill` }]),
  );
  expect(install).not.toHaveBeenCalled();
});

it('compacts with the instruction on what to keep, as typed', async () => {
  const { store, user } = await show(<Dialogs />, { logs: [bookingEn()] });
  const kept: string[] = [];
  store.actions.compact = async (keep) => kept.push(keep) > 0;
  store.actions.openDialog({ name: 'compact' });
  const opened = await screen.findByRole('dialog');
  await user.type(within(opened).getByRole('textbox'), 'the dates');
  await user.click(within(opened).getByRole('button', { name: t('chat.compaction.now') }));
  expect(kept).toEqual(['the dates']);
  expect(store.data.getState().dialog).toBeUndefined();
});

function Shown() {
  return (
    <>
      <h1>{usePlaceTitle()}</h1>
      <ModelChip />
    </>
  );
}

it('names the conversation that one looks at, not the open one behind', async () => {
  const [behind, other] = [bookingEn(), bookingZh()];
  const { store } = await show(<Shown />, { logs: [behind, other] });
  const listed = store.data.getState().sessions ?? [];
  const [open, seen] = [behind, other].map(({ session }) => listed.find(({ id }) => id === session));
  expect((await screen.findByRole('heading')).textContent).toBe(open?.title);
  store.data.setState({
    sessions: listed.map((one) => (one.id === seen?.id ? { ...one, title: 'Seen' } : one)),
  });
  store.actions.library.show({ page: 'costs', session: other.session });
  expect(await screen.findByRole('heading', { name: /^Seen/ })).toBeDefined();
  store.actions.library.show({ page: 'compare', sessions: [behind.session, other.session] });
  expect(await screen.findByRole('heading', { name: `${open?.title} and Seen` })).toBeDefined();
  store.actions.library.show({ page: 'judge', session: other.session });
  expect(await screen.findByRole('heading', { name: 'Seen' })).toBeDefined();
  store.actions.library.show(undefined);
  expect(await screen.findByRole('heading', { name: open?.title ?? '' })).toBeDefined();
});
