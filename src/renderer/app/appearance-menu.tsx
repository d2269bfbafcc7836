import { Moon, Sun } from 'lucide-react';
import { THEMES } from '../../shared/contract.ts';
import { useT } from '../i18n.ts';
import { useActions, useResolvedTheme, useSettings } from '../store/index.ts';
import { IconButton, Menu, MenuRadioGroup, MenuSeparator } from '../ui/index.ts';

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
