/** Views that come when they are first shown, so that the first paint does not wait for them. */
import { type ComponentType, memo, type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react';

/** Draws what need not be seen at first after everything else: while one scrolls, a row that goes again never has it. */
export function Afterwards({ now = false, children }: { readonly now?: boolean; readonly children: ReactNode }) {
  return useDeferredValue(true, now) ? children : null;
}

/** Milliseconds; a page that is never painted (in a window behind others) continues without. */
const PAINTED_WITHIN = 3_000;

/** Resolves once there is something to see. */
const painted = new Promise<void>((resolve) => {
  const tells = globalThis.PerformanceObserver?.supportedEntryTypes?.includes('paint') === true;
  if (!tells || document.visibilityState === 'hidden') return resolve();
  setTimeout(resolve, PAINTED_WITHIN);
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) resolve();
  }).observe({ type: 'paint', buffered: true });
});

interface Page {
  /** Loads what every later view needs besides its own file. */
  readonly needs: () => Promise<unknown>;
  /** Resolves once the server that gives the files can be reached. */
  readonly connected: () => Promise<void>;
}

let page: Page = { needs: async () => {}, connected: async () => {} };

export function forLaterViews(given: Page): void {
  page = given;
}

/** Milliseconds, in which a lost connection is noticed. */
const AGAIN_AFTER = 1_000;

/** Loads, and once more after a failure: a view that is wanted while the server is away comes when it is back. */
async function tryTwice<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER));
    await page.connected();
    return load();
  }
}

/**
 * A view in its own file, fetched when it is first rendered; until then `fallback` is in its place. What `fetch` has
 * brought before is drawn at once: nothing typed in the meantime goes elsewhere. Without `lazy`, for which React would
 * hold a view back until 0.3 s after the fallback before it, so that a row of spinners does not flicker.
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  fallback: ReactNode | ((props: P) => ReactNode) = null,
) {
  let ready: ComponentType<P> | undefined;
  const fetch = async (): Promise<void> => {
    [ready] = await tryTwice(() => Promise.all([load(), page.needs()]));
  };
  function Later(props: P): ReactNode {
    const [View, show] = useState(() => ready);
    useEffect(() => {
      if (View !== undefined) return;
      painted.then(fetch).then(
        () => show(() => ready),
        (error: unknown) =>
          // The boundary around the view says so.
          show(() => {
            throw error;
          }),
      );
    }, [View]);
    if (View !== undefined) return <View {...props} />;
    return typeof fallback === 'function' ? fallback(props) : fallback;
  }
  return Object.assign(memo(Later), { fetch });
}

/** Milliseconds; a page that is never at rest goes on too. */
const AT_REST_WITHIN = 1_000;

/** Resolves when the page has nothing to do; in a browser that does not tell, at once. */
const atRest = () =>
  new Promise<void>((resolve) => {
    if (globalThis.requestIdleCallback === undefined) return resolve();
    requestIdleCallback(() => resolve(), { timeout: AT_REST_WITHIN });
  });

/** Fetches what may be wanted at any moment, once there is something to see and the first key would be taken. */
export function afterPaint(load: () => Promise<unknown>): void {
  void painted
    .then(atRest)
    .then(load)
    .catch(() => {});
}

/** True from the first time on that `now` is: what has been opened stays, so that it can be seen to close. */
export function useOnce(now: boolean): boolean {
  const once = useRef(now);
  once.current ||= now;
  return once.current;
}

/** Controls that no first paint shows. */
export const Drawer = later(async () => (await import('./dialog.tsx')).Drawer);
/** For a list that has something to find. */
export const SearchField = later(async () => (await import('./controls.tsx')).TextField);
export const Toaster = later(async () => (await import('./toaster.tsx')).Toaster);
