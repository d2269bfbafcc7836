import { Keyboard, Moon, Settings as SettingsIcon, Sun, Workflow } from 'lucide-react';
import { SETTINGS_TABS } from '../../../features-view.ts';
import { useT } from '../../i18n/index.ts';
import { useActions, useSimpleView } from '../../store/index.ts';
import type { PaletteCommand } from './palette-command.ts';
import { KEYS } from './shortcuts.ts';

/** Theme, shortcuts and every tab of the settings. */
export function useSettingsCommands(): readonly PaletteCommand[] {
  const t = useT();
  const { setSettings, openDialog } = useActions();
  const simple = useSimpleView();
  return [
    {
      id: 'view',
      label: t(simple ? 'app.header.howItWorks' : 'app.palette.simpleView'),
      icon: <Workflow aria-hidden />,
      run: () => void setSettings({ view: simple ? 'full' : 'simple' }),
    },
    {
      id: 'light',
      label: t('app.palette.themeLight'),
      icon: <Sun aria-hidden />,
      run: () => void setSettings({ theme: 'light' }),
    },
    {
      id: 'dark',
      label: t('app.palette.themeDark'),
      icon: <Moon aria-hidden />,
      run: () => void setSettings({ theme: 'dark' }),
    },
    {
      id: 'shortcuts',
      label: t('app.shortcuts.title'),
      icon: <Keyboard aria-hidden />,
      keys: KEYS.help,
      run: () => openDialog({ name: 'shortcuts' }),
    },
    ...SETTINGS_TABS.map((tab) => ({
      id: `settings ${tab}`,
      label: t('app.palette.settings', { tab: t(`settings.tab.${tab}`) }),
      icon: <SettingsIcon aria-hidden />,
      run: () => openDialog({ name: 'settings', tab }),
    })),
  ];
}
