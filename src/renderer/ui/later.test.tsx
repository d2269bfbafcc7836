import { act, render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { later } from './index.ts';

const view = (words: string) =>
  later(
    async () =>
      ({ name }: { readonly name: string }) => (
        <p>
          {words} {name}
        </p>
      ),
    ({ name }) => <p>Soon: {name}</p>,
  );

class Boundary extends Component<{ readonly children: ReactNode }, { readonly error: string | undefined }> {
  override state = { error: undefined };
  static getDerivedStateFromError(error: Error) {
    return { error: error.message };
  }
  override render() {
    return this.state.error ?? this.props.children;
  }
}

afterEach(() => vi.useRealTimers());

it('is shown as soon as its file is there, also right after another one', async () => {
  vi.useFakeTimers();
  const [First, Second] = [view('Hello'), view('Welcome')];
  const { rerender } = render(<First name="Ann" />);
  expect(screen.getByText('Soon: Ann')).toBeTruthy();
  await act(async () => {});
  expect(screen.getByText('Hello Ann')).toBeTruthy();
  rerender(<Second name="Ann" />);
  expect(screen.getByText('Soon: Ann')).toBeTruthy();
  await act(async () => {});
  expect(screen.getByText('Welcome Ann')).toBeTruthy();
});

it('is drawn at once where it was fetched before', async () => {
  const Fetched = view('Hello');
  await Fetched.fetch();
  render(<Fetched name="Ann" />);
  expect(screen.getByText('Hello Ann')).toBeTruthy();
});

it('gives its boundary what kept its file from coming, and asks for it again when it is shown again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const load = vi.fn(async () => () => <p>Here</p>);
  load.mockRejectedValueOnce(new Error('The file did not come.'));
  const Failing = later(load);
  const page = (key: string) => (
    <Boundary key={key}>
      <Failing />
    </Boundary>
  );
  const { rerender } = render(page('first'));
  expect(await screen.findByText('The file did not come.')).toBeTruthy();
  rerender(page('second'));
  expect(await screen.findByText('Here')).toBeTruthy();
});
