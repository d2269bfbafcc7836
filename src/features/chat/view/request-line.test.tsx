import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { translate as t } from '../../../renderer/i18n.ts';
import { bookingEn } from '../../../renderer/test-kit/sessions.ts';
import { type ShownView, show } from '../../../renderer/test-kit/show.tsx';
import type { EventBody } from '../../../shared/events.ts';
import type { Form } from '../../../shared/forms/forms.ts';
import { RequestLine } from './request-line.tsx';

const FORM: Form = {
  kind: 'form',
  version: 1,
  id: 'tea/order',
  language: 'en',
  title: 'Your tea',
  request: true,
  fields: [
    { name: 'leaf', kind: 'text', label: 'Which leaf', short: 'Leaf', required: true, maxLength: 20 },
    { name: 'cups', kind: 'number', label: 'Cups', required: false, min: 1, max: 9 },
    { name: 'iced', kind: 'yes-no', label: 'Iced', required: false, more: true },
  ],
  values: { leaf: 'Assam', cups: 2, iced: false },
  unused: ['by 3pm'],
};

const withForm = (form: Form) => {
  const log = bookingEn();
  const bodies = [
    { type: 'user-message-added', text: 'tea' },
    { type: 'tool-started', callId: 'f9', name: 'ask_user', arguments: '{}' },
    { type: 'tool-finished', callId: 'f9', name: 'ask_user', ok: true, content: 'x', ms: 1, data: form },
    { type: 'user-message-added', text: 'no form please' },
  ] as EventBody[];
  return show(<RequestLine />, { logs: [log.add(...bodies)] });
};
const said = ({ core }: ShownView) =>
  core.log('booking-en').events.flatMap((event) => (event.type === 'user-message-added' ? [event.text] : []));

it('shows each fact that was heard, and what was not used', async () => {
  await withForm(FORM);
  const line = screen.getByRole('region', { name: t('request.region') });
  expect(
    within(line)
      .getAllByRole('button')
      .map((button) => button.textContent),
  ).toEqual(['LeafAssam', 'Cups2', 'Add']);
  expect(line.textContent).toContain('Not used: “by 3pm”.');
});

it('changes one fact in place, takes it back, and adds another, each as a message', async () => {
  const shown = await withForm(FORM);
  await shown.user.click(screen.getByRole('button', { name: /^Leaf Assam/ }));
  const field = await screen.findByRole('textbox', { name: /Which leaf/ });
  await shown.user.clear(field);
  await shown.user.type(field, '{Enter}');
  expect(said(shown).at(-1)).toBe('no form please');
  await shown.user.type(field, 'Darjeeling{Enter}');
  await waitFor(() => expect(said(shown).at(-1)).toBe('Change to “Your tea”:\n- Which leaf: Darjeeling'));
  await shown.user.click(screen.getByRole('button', { name: /^Cups 2/ }));
  await shown.user.click(await screen.findByRole('button', { name: t('request.remove') }));
  await waitFor(() => expect(said(shown).at(-1)).toBe('Change to “Your tea”:\n- Cups: none'));
  // The chip says so at once, whatever the model makes of it.
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Cups 2/ })).toBeNull());
  await shown.user.click(screen.getByRole('button', { name: t('request.add') }));
  await shown.user.click(await screen.findByRole('button', { name: 'Iced' }));
  await waitFor(() => expect(said(shown).at(-1)).toBe('Change to “Your tea”:\n- Iced: yes'));
});
