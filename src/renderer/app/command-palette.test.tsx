import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { translate as t } from '../i18n.ts';
import { show } from '../test-kit/show.tsx';
import { CommandPalette } from './command-palette.tsx';

const pane = { docked: true, open: true, setOpen: () => {}, toggle: () => {} };
const palette = <CommandPalette open sessionsPane={pane} inspectorPane={pane} />;

it('does what Enter is pressed for', async () => {
  const { store, user } = await show(palette);
  await user.type(await screen.findByRole('combobox'), `${t('common.settings')}{Enter}`);
  expect(store.data.getState().dialog).toMatchObject({ name: 'settings' });
});

it('stays open where nothing is found', async () => {
  const { store, user } = await show(palette);
  store.actions.openDialog({ name: 'palette' });
  await user.type(await screen.findByRole('combobox'), 'no such command{Enter}');
  expect(await screen.findByText(t('app.palette.empty'))).toBeTruthy();
  expect(store.data.getState().dialog).toEqual({ name: 'palette' });
});
