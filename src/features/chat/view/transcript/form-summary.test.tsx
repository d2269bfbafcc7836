import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { translate as t } from '../../../../renderer/i18n.ts';
import { bookingEn } from '../../../../renderer/test-kit/sessions.ts';
import { type ShownView, show } from '../../../../renderer/test-kit/show.tsx';
import type { Form } from '../../../../shared/forms/forms.ts';
import { FormCard } from './form-summary.tsx';

const FORM: Form = {
  kind: 'form',
  version: 1,
  id: 'trip/where',
  language: 'en',
  title: 'Your trip',
  fields: [
    { name: 'city', kind: 'text', label: 'City', required: true },
    { name: 'days', kind: 'number', label: 'Days', required: false, min: 1, max: 9 },
    { name: 'mail', kind: 'email', label: 'E-mail', required: false },
  ],
  values: {},
};

const replies = ({ core }: ShownView) =>
  core
    .log('booking-en')
    .events.flatMap((event) => (event.type === 'user-message-added' && event.form ? [event.form] : []));
const form = () => show(<FormCard callId="f1" form={FORM} />, { logs: [bookingEn()] });

it('sends what was filled in, with Enter', async () => {
  const shown = await form();
  await shown.user.type(screen.getByRole('textbox', { name: /^City/ }), 'Kyoto');
  await shown.user.type(screen.getByLabelText(/^Days/), '3{Enter}');
  await waitFor(() =>
    expect(replies(shown)).toMatchObject([{ outcome: 'submitted', answers: { city: 'Kyoto', days: 3 } }]),
  );
});

it('counts what is missing or malformed, goes to the first, and sends nothing', async () => {
  const shown = await form();
  await shown.user.type(screen.getByRole('textbox', { name: /^E-mail/ }), 'nobody');
  await shown.user.keyboard('{Control>}{Enter}{/Control}');
  const city = screen.getByRole('textbox', { name: /^City/ });
  await waitFor(() => expect(document.activeElement).toBe(city));
  expect(city.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('status').textContent).toContain('2');
  expect(replies(shown)).toEqual([]);
});

it('keeps what was begun over a re-render', async () => {
  const shown = await form();
  await shown.user.type(screen.getByRole('textbox', { name: /^City/ }), 'Ky');
  await shown.until(({ drafts }) => Object.values(drafts).some((draft) => draft.includes('Ky')));
});

it('can be skipped', async () => {
  const shown = await form();
  await shown.user.click(screen.getByRole('button', { name: t('common.skip') }));
  await waitFor(() => expect(replies(shown)).toMatchObject([{ outcome: 'skipped', answers: {} }]));
});

const OPTIONS = Array.from({ length: 20 }, (_, index) => ({ value: `a${index}`, label: `Airline ${index}` }));

it('names in amber what was not used, and folds what is rarely needed until it is asked for', async () => {
  const more: Form = {
    ...FORM,
    fields: [
      ...FORM.fields,
      { name: 'note', kind: 'text', label: 'Note', required: false, more: true, maxLength: 3 },
      { name: 'bags', kind: 'number', label: 'Bags', required: false, more: true },
    ],
    values: { city: 'Kyoto', bags: 2 },
    unused: ['by 3pm'],
    unclear: ['days'],
  };
  const shown = await show(<FormCard callId="f1" form={more} />, { logs: [bookingEn()] });
  expect(screen.getByText(/Not used: “by 3pm”\. Not clear, please fill in: “Days”\./)).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: /^Note/ })).toBeNull();
  expect(screen.getByLabelText(/^Bags/)).toBeTruthy();
  await shown.user.click(screen.getByRole('button', { name: t('common.moreOptions') }));
  await shown.user.type(screen.getByRole('textbox', { name: /^Note/ }), 'too long{Enter}');
  await waitFor(() => expect(screen.getByRole('textbox', { name: /^Note/ }).getAttribute('aria-invalid')).toBe('true'));
  expect(replies(shown)).toEqual([]);
});

it('finds several of many by typing, and removes one again', async () => {
  const many: Form = {
    ...FORM,
    fields: [{ name: 'not', kind: 'choices', label: 'Not with', required: false, options: OPTIONS }],
    values: { not: ['a3'] },
  };
  const shown = await show(<FormCard callId="f1" form={many} />, { logs: [bookingEn()] });
  await shown.user.type(screen.getByRole('combobox'), 'Airline 17{Enter}');
  await shown.user.click(await screen.findByRole('button', { name: 'Remove Airline 3' }));
  await shown.user.click(screen.getByRole('button', { name: t('forms.submit') }));
  await waitFor(() => expect(replies(shown)).toMatchObject([{ answers: { not: ['a17'] } }]));
});

it('says of a pattern what fits, and stays usable with one made to take forever', async () => {
  const hard: Form = {
    ...FORM,
    fields: [
      {
        name: 'code',
        kind: 'text',
        label: 'Code',
        required: true,
        pattern: '^(a|a)+$',
        patternHint: 'Only the letter a',
      },
    ],
    values: { code: `${'a'.repeat(60)}!` },
  };
  const shown = await show(<FormCard callId="f1" form={hard} />, { logs: [bookingEn()] });
  const code = screen.getByRole('textbox', { name: /^Code/ });
  await shown.user.type(code, 'a');
  await shown.user.tab();
  await screen.findByText(/Only the letter a/);
  await shown.user.clear(code);
  await shown.user.type(code, 'aaa{Enter}');
  await waitFor(() => expect(replies(shown)).toMatchObject([{ answers: { code: 'aaa' } }]));
});
