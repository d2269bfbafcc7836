import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { translate as t } from '../i18n.ts';
import { show } from '../test-kit/show.tsx';
import { CommandPalette } from './command-palette.tsx';

const pane = { docked: true, open: true, setOpen: () => {}, toggle: () => {} };
const palette = (text: string, entered: boolean) => (
  <CommandPalette open typed={{ text, entered }} sessionsPane={pane} inspectorPane={pane} />
);

it('begins with what was typed before it was here', async () => {
  await show(palette(t('common.settings'), false));
  const field = await screen.findByRole('combobox');
  expect(field).toHaveProperty('value', t('common.settings'));
  expect((await screen.findAllByRole('option'))[0]?.textContent).toContain(t('common.settings'));
});

it('does what Enter asked for before it was here, once', async () => {
  const { store } = await show(palette(t('common.settings'), true));
  await waitFor(() => expect(store.data.getState().dialog).toMatchObject({ name: 'settings' }));
  store.actions.openDialog(undefined);
  expect(store.data.getState().dialog).toBeUndefined();
});

it('stays open where an Enter found nothing', async () => {
  const { store } = await show(palette('no such command', true));
  store.actions.openDialog({ name: 'palette' });
  expect(await screen.findByText(t('app.palette.empty'))).toBeTruthy();
  expect(store.data.getState().dialog).toEqual({ name: 'palette' });
});
