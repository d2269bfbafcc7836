import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { laterField, type Typed } from './index.ts';

function opened() {
  const file = Promise.withResolvers<void>();
  const Find = laterField(async () => {
    await file.promise;
    return ({ typed }: { readonly typed: Typed; readonly open?: boolean }) => <output>{JSON.stringify(typed)}</output>;
  });
  const page = (find: boolean, open?: boolean) => (
    <>
      <textarea aria-label="Message" />
      {find ? <Find {...(open === undefined ? {} : { open })} /> : null}
    </>
  );
  const { rerender } = render(page(false));
  const show = (find: boolean, open?: boolean) => rerender(page(find, open));
  return { file, show, user: userEvent.setup() };
}

it('keeps what is typed before the view is here for the view, and leads back to where the person was', async () => {
  const { file, show, user } = opened();
  const message = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  await user.type(message, 'Hello');
  show(true);
  await user.keyboard('timeline{Enter}');
  expect(screen.queryByRole('status')).toBeNull();
  expect(message.value).toBe('Hello');
  file.resolve();
  const view = await screen.findByRole('status');
  expect(JSON.parse(view.textContent)).toEqual({ text: 'timeline', entered: true });
  expect(document.activeElement).toBe(message);
});

it('takes an Enter back that more words follow, and gives a view that is opened again nothing', async () => {
  const { file, show, user } = opened();
  show(true);
  await user.keyboard('time{Enter}line');
  file.resolve();
  const first = await screen.findByRole('status');
  expect(JSON.parse(first.textContent)).toEqual({ text: 'timeline', entered: false });
  show(false);
  show(true);
  expect(JSON.parse(screen.getByRole('status').textContent)).toEqual({ text: '', entered: false });
});

it.each(['taken away', 'closed'])('is given nothing that was typed before it was %s', async (how) => {
  const { file, show, user } = opened();
  const message = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  message.focus();
  show(true, true);
  await user.keyboard('time{Enter}');
  if (how === 'closed') show(true, false);
  else show(false);
  await user.keyboard('Hello');
  expect(message.value).toBe('Hello');
  file.resolve();
  show(true, true);
  expect(JSON.parse((await screen.findByRole('status')).textContent)).toEqual({ text: '', entered: false });
});
