import { lazy, Suspense } from 'react';
import { useT } from '../i18n/index.ts';
import { useActions } from '../store/index.ts';
import { Spinner } from '../ui/index.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { useCoveringPane } from './use-covering-pane.ts';

/** It comes when it is first needed. */
const MapView = lazy(() => import('../map/map-view.tsx').then((module) => ({ default: module.MapView })));

/** Over the chat and what stands at its side, which stay as they are below it. Escape closes it. */
export function MapPane() {
  const t = useT();
  const { map } = useActions();
  const pane = useCoveringPane();
  return (
    <main
      ref={pane}
      tabIndex={-1}
      aria-label={t('map.title')}
      onKeyDown={(event) => {
        // What floats above it (a menu, a list of choices) closes first.
        const isOwn = event.target instanceof Node && event.currentTarget.contains(event.target);
        if (event.key !== 'Escape' || event.defaultPrevented || !isOwn) return;
        event.preventDefault();
        map.show(undefined);
      }}
      className="absolute inset-0 z-20 bg-canvas outline-none"
    >
      <ErrorBoundary>
        <Suspense
          fallback={
            <div className="grid h-full place-items-center">
              <Spinner />
            </div>
          }
        >
          <MapView />
        </Suspense>
      </ErrorBoundary>
    </main>
  );
}
