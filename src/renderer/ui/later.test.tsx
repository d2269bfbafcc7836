import { render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
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

it('has a fallback of the same props in its place until its file is there', async () => {
  const Greeting = view('Hello');
  render(<Greeting name="Ann" />);
  expect(screen.getByText('Soon: Ann')).toBeTruthy();
  expect(await screen.findByText('Hello Ann')).toBeTruthy();
  expect(screen.queryByText('Soon: Ann')).toBeNull();
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
