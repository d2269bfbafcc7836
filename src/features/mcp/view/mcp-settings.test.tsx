import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { translate as t } from '../../../renderer/i18n.ts';
import { show } from '../../../renderer/test-kit/show.tsx';
import { McpSettings } from './mcp-settings.tsx';

it('adds a server, tests it, turns it on and one of its tools off', async () => {
  const { user, core } = await show(<McpSettings />);
  expect(await screen.findByText(t('mcp.empty'))).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('mcp.add') }));
  await user.click(screen.getByRole('button', { name: t('common.save') }));
  expect(screen.getByText(t('mcp.form.needsName'))).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'calendar');
  await user.type(screen.getByRole('textbox', { name: /^Command/ }), 'npx -y calendar{Enter}');
  const list = await screen.findByRole('list', { name: t('mcp.inEnvironment', { name: 'default' }) });
  await user.click(within(list).getByRole('button', { name: t('mcp.testOf', { name: 'calendar' }) }));
  expect(await screen.findByText(t('mcp.tested', { name: 'calendar', count: 2 }))).toBeTruthy();
  await user.click(within(list).getByRole('switch', { name: t('mcp.onOf', { name: 'calendar' }) }));
  await user.click(within(list).getByRole('button', { name: t('mcp.detailsOf', { name: 'calendar' }) }));
  await user.click(await screen.findByRole('switch', { name: 'delete_event' }));
  await waitFor(async () => {
    const { servers } = await core.connection.client.mcp.list({});
    expect(servers).toMatchObject([
      { name: 'calendar', on: ['find_event'], definition: { command: 'npx', args: ['-y', 'calendar'] } },
    ]);
  });
  await user.click(within(list).getByRole('button', { name: t('mcp.removeOf', { name: 'calendar' }) }));
  await user.click(await screen.findByRole('button', { name: t('common.remove') }));
  expect(await screen.findByText(t('mcp.empty'))).toBeTruthy();
});

it('opens the page of a server that asks to sign in, tests it then, and signs out', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  const asks = { code: 'sign-in', values: { status: 401, server: 'cal' } } as const;
  const failed = { name: 'cal', source: 'environment', file: '/config.jsonc', on: true, state: 'failed' } as const;
  const definition = { url: 'https://cal.example/mcp' };
  const more = { tools: [], repaired: [], leftOut: [], secrets: [], signedIn: false };
  const { user } = await show(<McpSettings />, { mcpServers: [{ ...failed, ...more, definition, fault: asks }] });
  await user.click(await screen.findByRole('button', { name: t('mcp.signIn.of', { name: 'cal' }) }));
  const out = await screen.findByRole('button', { name: t('mcp.signIn.outOf', { name: 'cal' }) });
  expect(open.mock.calls).toEqual([['https://sign-in.example/authorize', '_blank', 'noopener']]);
  expect(screen.getByText(t('mcp.state.ready'))).toBeTruthy();
  await user.click(out);
  await waitFor(() => expect(screen.queryByRole('button', { name: /Sign out/ })).toBeNull());
});
