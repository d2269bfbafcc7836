import { Layers, Moon, Settings2, Sun } from 'lucide-react';
import { THEMES } from '../../shared/contract.ts';
import { useT } from '../i18n.ts';
import { useActions, useApp, useResolvedTheme, useSettings } from '../store/index.ts';
import { Button, IconButton, Menu, MenuItem, MenuRadioGroup, MenuSeparator } from '../ui/index.ts';

export function AppearanceMenu() {
  const t = useT();
  const { theme, language } = useSettings();
  const { setSettings } = useActions();
  const shown = useResolvedTheme();
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={t('app.header.appearance')}>
          {shown === 'dark' ? <Moon aria-hidden /> : <Sun aria-hidden />}
        </IconButton>
      }
    >
      <MenuRadioGroup
        label={t('app.theme.label')}
        value={theme}
        choices={THEMES.map((value) => ({ value, label: t(`app.theme.${value}`) }))}
        onChange={(next) => void setSettings({ theme: next })}
      />
      <MenuSeparator />
      <MenuRadioGroup
        label={t('app.language.label')}
        value={language}
        choices={[
          { value: 'system', label: t('app.language.system') },
          { value: 'zh', label: '简体中文' },
          { value: 'en', label: 'English' },
        ]}
        onChange={(next) => void setSettings({ language: next })}
      />
    </Menu>
  );
}

/** Only where there is something to switch to. */
export function EnvironmentSwitch() {
  const t = useT();
  const view = useApp((data) => data.environments);
  const { switchEnvironment, openDialog } = useActions();
  if (view === undefined || view.environments.length < 2) return null;
  return (
    <Menu
      align="end"
      trigger={
        <Button variant="ghost" size="sm" aria-label={t('app.header.environment', { name: view.current })}>
          <Layers className="size-4 shrink-0" aria-hidden />
          <span className="max-w-28 truncate font-normal max-[40rem]:hidden">{view.current}</span>
        </Button>
      }
    >
      <MenuRadioGroup
        label={t('app.header.environmentFor')}
        value={view.current}
        choices={view.environments.map(({ name }) => ({ value: name, label: name }))}
        onChange={(name) => void switchEnvironment(name)}
      />
      <MenuSeparator />
      <MenuItem
        label={t('app.header.environmentManage')}
        icon={<Settings2 aria-hidden />}
        onSelect={() => openDialog({ name: 'settings', tab: 'environments' })}
      />
    </Menu>
  );
}
