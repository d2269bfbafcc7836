/** Views that come when they are first shown, so that the first paint does not wait for them. */
import { type ComponentType, lazy, type ReactNode, Suspense, useRef } from 'react';

/** A view in a file of its own, fetched when it is first rendered; until then `fallback` is in its place. */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  fallback: ReactNode = null,
): (props: P) => ReactNode {
  const Loaded = lazy(async () => ({ default: await load() }));
  return (props: P) => (
    <Suspense fallback={fallback}>
      <Loaded {...props} />
    </Suspense>
  );
}

/** True from the first time on that `now` is: what has been opened stays, so that it can be seen to close. */
export function useOnce(now: boolean): boolean {
  const once = useRef(now);
  once.current ||= now;
  return once.current;
}
