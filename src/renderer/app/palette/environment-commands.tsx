import { Layers } from 'lucide-react';
import { useT } from '../../i18n/index.ts';
import { useActions, useApp } from '../../store/index.ts';
import type { PaletteCommand } from './palette-command.ts';

/** Commands to switch environments, and to manage them. */
export function useEnvironmentCommands(): readonly PaletteCommand[] {
  const t = useT();
  const { switchEnvironment, openDialog } = useActions();
  const view = useApp((data) => data.environments);
  const others = (view?.environments ?? []).filter(({ name }) => name !== view?.current);
  return [
    ...others.map(({ name }) => ({
      id: `environment ${name}`,
      label: t('app.palette.environment', { name }),
      icon: <Layers aria-hidden />,
      run: () => void switchEnvironment(name),
    })),
    {
      id: 'environments',
      label: t('app.header.environmentManage'),
      icon: <Layers aria-hidden />,
      run: () => openDialog({ name: 'settings', tab: 'environments' }),
    },
  ];
}
