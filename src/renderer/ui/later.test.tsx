import { render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { forLaterViews, later } from './index.ts';

afterEach(() => {
  vi.useRealTimers();
  forLaterViews({ needs: async () => {}, connected: async () => {} });
});

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

it('comes when the server is back that could not give its file', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const back = Promise.withResolvers<void>();
  forLaterViews({ needs: async () => {}, connected: () => back.promise });
  const load = vi.fn(async () => () => <p>Here</p>);
  load.mockRejectedValueOnce(new Error('The file did not come.'));
  const Late = later(load, <p>Soon</p>);
  render(<Late />);
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  expect(screen.getByText('Soon')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
  back.resolve();
  expect(await screen.findByText('Here')).toBeTruthy();
});

it('gives its boundary what kept its file from coming twice, and asks for it again when it is shown again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const load = vi.fn(async () => () => <p>Here</p>);
  const error = new Error('The file did not come.');
  load.mockRejectedValueOnce(error).mockRejectedValueOnce(error);
  const Failing = later(load);
  const page = (key: string) => (
    <Boundary key={key}>
      <Failing />
    </Boundary>
  );
  const { rerender } = render(page('first'));
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  expect(await screen.findByText('The file did not come.')).toBeTruthy();
  rerender(page('second'));
  expect(await screen.findByText('Here')).toBeTruthy();
});
