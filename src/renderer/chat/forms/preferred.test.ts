import { expect, it } from 'vitest';
import type { Form } from '../../../shared/forms/forms.ts';
import { preferredFor } from './preferred.ts';

const form = (values: Form['values'], unclear: readonly string[] = []): Form => ({
  kind: 'form',
  version: 1,
  language: 'en',
  title: 'Trip',
  fields: [
    { name: 'from', kind: 'text', label: 'From', required: true },
    { name: 'to', kind: 'text', label: 'To', required: true, differsFrom: 'from' },
    { name: 'currency', kind: 'text', label: 'Currency', required: false },
  ],
  values,
  unclear: [...unclear],
});
const PREFERRED = { from: 'Beijing', currency: 'CNY', gone: 'x' };

it('offers preferences where nothing was said, and nowhere else', () => {
  expect(preferredFor(form({ to: 'Tokyo' }), PREFERRED)).toEqual({ from: 'Beijing', currency: 'CNY' });
  expect(preferredFor(form({ from: 'Xi’an', to: 'Tokyo', currency: 'EUR' }), PREFERRED)).toEqual({});
  // Home is where they go, or it was left open.
  expect(preferredFor(form({ to: 'Beijing' }), PREFERRED)).toEqual({ currency: 'CNY' });
  expect(preferredFor(form({}, ['from']), PREFERRED)).toEqual({ currency: 'CNY' });
});
