import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { bookingEn, bookingZh } from '../test-kit/sessions.ts';
import { show } from '../test-kit/show.tsx';
import { ModelChip, usePlaceTitle } from './header.tsx';

function Shown() {
  return (
    <>
      <h1>{usePlaceTitle()}</h1>
      <ModelChip />
    </>
  );
}

it('names the conversation that one looks at, and its model, not the open one behind', async () => {
  const [behind, other] = [bookingEn(), bookingZh()];
  const { store } = await show(<Shown />, { logs: [behind, other] });
  const listed = store.data.getState().sessions ?? [];
  const [open, seen] = [behind, other].map(({ session }) => listed.find(({ id }) => id === session));
  expect((await screen.findByRole('heading')).textContent).toBe(open?.title);
  store.data.setState({
    sessions: listed.map((one) => (one.id === seen?.id ? { ...one, title: 'Seen', model: 'its-model' } : one)),
  });
  store.actions.library.show({ page: 'costs', session: other.session });
  expect(await screen.findByRole('heading', { name: /^Seen/ })).toBeDefined();
  expect(await screen.findByRole('button', { name: /its-model/ })).toBeDefined();
  store.actions.library.show({ page: 'compare', a: behind.session, b: other.session });
  expect(await screen.findByRole('heading', { name: `${open?.title} and Seen` })).toBeDefined();
  expect(screen.getByRole('button', { name: '2 models' })).toBeDefined();
  store.actions.library.show({ page: 'judge', session: other.session });
  expect(await screen.findByRole('heading', { name: 'Seen' })).toBeDefined();
  store.actions.library.show(undefined);
  expect(await screen.findByRole('heading', { name: open?.title ?? '' })).toBeDefined();
});
