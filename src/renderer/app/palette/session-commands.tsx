import { Braces, ChartNoAxesColumn, Copy, FileDown, FoldVertical, History } from 'lucide-react';
import { useCopyConversation } from '../../../features-view.ts';
import { useT } from '../../i18n/index.ts';
import { useActions, useHeld, usePast, useSession } from '../../store/index.ts';
import type { PaletteCommand } from './palette-command.ts';
import { KEYS } from './shortcuts.ts';

/** For the open conversation; none for a new one. `view`: other views of it. `use`: costs, copies, exports. */
export function useSessionCommands(): {
  readonly view: readonly PaletteCommand[];
  readonly use: readonly PaletteCommand[];
} {
  const t = useT();
  const { lookBack, backToNow, openDialog, library } = useActions();
  const copy = useCopyConversation();
  const past = usePast();
  const held = useHeld();
  const { id: session } = useSession();
  if (session === undefined) return { view: [], use: [] };
  return {
    view: [
      {
        id: 'request',
        label: t('app.palette.showRequest'),
        icon: <Braces aria-hidden />,
        run: () => openDialog({ name: 'request' }),
      },
      {
        id: 'review',
        label: t(past ? 'review.backToNow' : 'common.lookBack'),
        icon: <History aria-hidden />,
        keys: KEYS.review,
        run: past ? backToNow : () => lookBack(),
      },
      ...(held
        ? []
        : [
            {
              id: 'compact',
              label: t('app.palette.compact'),
              icon: <FoldVertical aria-hidden />,
              run: () => openDialog({ name: 'compact' }),
            },
          ]),
    ],
    use: [
      {
        id: 'costs',
        label: t('library.do.costs'),
        icon: <ChartNoAxesColumn aria-hidden />,
        run: () => library.show({ page: 'costs', session }),
      },
      {
        id: 'copy',
        label: t('sessions.copy'),
        icon: <Copy aria-hidden />,
        run: () => void copy(session),
      },
      {
        id: 'export',
        label: t('library.do.export'),
        icon: <FileDown aria-hidden />,
        run: () => openDialog({ name: 'export-sessions', sessions: [session] }),
      },
    ],
  };
}
