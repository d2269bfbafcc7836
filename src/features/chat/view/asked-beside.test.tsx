import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { translate as t } from '../../../renderer/i18n.ts';
import { show } from '../../../renderer/test-kit/show.tsx';
import type { Compared } from '../../../shared/forms/compared.ts';
import { AskedBeside } from './quote-card.tsx';

const BY: Compared = {
  field: 'by',
  label: { en: 'Arrive before', zh: '到达早于' },
  asked: '15:00',
  is: '17:35',
  differs: true,
};
const DAY = { date: '2027-03-12' };
const OUT: Compared = { field: 'out', label: { en: 'Out', zh: '去程' }, asked: DAY, is: DAY, differs: false };

it('shows what differs at once, and what is the same behind a press', async () => {
  const { user } = await show(<AskedBeside compared={[BY, OUT]} memoryKey="k" />);
  const different = screen.getByRole('table', { name: t('request.compared.differs') });
  expect(
    within(different)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['15:00', '17:35']);
  expect(within(different).getByRole('rowheader').textContent).toBe('Arrive before');
  expect(screen.queryByRole('table', { name: t('request.compared.same') })).toBeNull();
  await user.click(screen.getByRole('button', { name: /^As you asked: Out/ }));
  const same = await screen.findByRole('table', { name: t('request.compared.same') });
  expect(
    within(same)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['Fri, 12 Mar 2027', 'Fri, 12 Mar 2027']);
});

it('warns of nothing where all is as asked', async () => {
  await show(<AskedBeside compared={[OUT]} memoryKey="k" />);
  expect(screen.queryByText(t('request.compared.differs'))).toBeNull();
  expect(screen.getByRole('button', { name: /^As you asked: Out/ })).toBeDefined();
});
