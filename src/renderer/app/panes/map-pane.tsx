import { lazy } from 'react';
import { useT } from '../../i18n/index.ts';
import { useActions } from '../../store/index.ts';
import { CoveringPane } from './covering-pane.tsx';
import { useCoveringPane } from './use-covering-pane.ts';

/** It comes when it is first needed. */
const MapView = lazy(() => import('../../context/map/map-view.tsx').then((module) => ({ default: module.MapView })));

/** Covers the chat and its side columns, which keep their state. Escape closes it. */
export function MapPane() {
  const t = useT();
  const { map } = useActions();
  const pane = useCoveringPane();
  return (
    <CoveringPane pane={pane} label={t('map.title')} onEscape={() => map.show(undefined)}>
      <MapView />
    </CoveringPane>
  );
}
