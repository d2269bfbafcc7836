import { useT } from '../../i18n/index.ts';
import { useActions } from '../../store/index.ts';
import { later } from '../../ui/index.ts';
import { CoveringPane, PANE_COMING } from './covering-pane.tsx';
import { useCoveringPane } from './use-covering-pane.ts';

/** It comes when it is first needed. */
const MapView = later(async () => (await import('../../context/map/map-view.tsx')).MapView, PANE_COMING);

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
