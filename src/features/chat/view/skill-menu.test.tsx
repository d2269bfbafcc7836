import { screen, waitFor } from '@testing-library/react';
import { createRef } from 'react';
import { expect, it } from 'vitest';
import { translate as t } from '../../../renderer/i18n.ts';
import { type ShownView, show } from '../../../renderer/test-kit/show.tsx';
import { Composer } from './composer.tsx';

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: t('chat.composer.label') });
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent?.split(/(?=[A-Z])/)[0]);
const chosen = () => screen.getByRole('option', { selected: true });
const sent = ({ core }: ShownView) =>
  [...core.logs.values()].flatMap(({ events }) =>
    events.flatMap((event) => (event.type === 'user-message-added' ? [event.text] : [])),
  );

async function shownWith(typed: string): Promise<ShownView> {
  const field = createRef<HTMLTextAreaElement>();
  const shown = await show(<Composer field={field} />);
  await shown.user.type(box(), typed);
  await screen.findByRole('listbox', { name: t('skills.call.label') });
  return shown;
}

it('completes a name by keyboard, and tells screen readers which one is chosen', async () => {
  const shown = await shownWith('/');
  const first = chosen().id;
  expect(box().getAttribute('aria-activedescendant')).toBe(first);
  expect(options().length).toBeGreaterThan(1);
  await shown.user.keyboard('{ArrowDown}');
  expect(chosen().id).not.toBe(first);
  expect(box().getAttribute('aria-activedescendant')).toBe(chosen().id);
  const name = chosen().firstElementChild?.textContent;
  await shown.user.keyboard('{Enter}');
  expect(box().value).toBe(`${name} `);
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(box().hasAttribute('aria-activedescendant')).toBe(false);
  expect(sent(shown)).toEqual([]);
});

it('sends a name that is written out, and closes with Esc', async () => {
  const shown = await shownWith('/');
  const name = chosen().firstElementChild?.textContent ?? '';
  await shown.user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  await shown.user.type(box(), `${name.slice(1)}`);
  await screen.findByRole('listbox');
  await shown.user.keyboard('{Enter}');
  await waitFor(() => expect(sent(shown)).toEqual([name]));
});

it('leaves paths and other messages alone', async () => {
  const shown = await show(<Composer field={createRef<HTMLTextAreaElement>()} />);
  await shown.user.type(box(), '/etc/hosts');
  expect(screen.queryByRole('listbox')).toBeNull();
});
