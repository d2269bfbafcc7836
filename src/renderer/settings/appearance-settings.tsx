import { THEMES } from '../../shared/contract.ts';
import { useT } from '../i18n/index.ts';
import { useActions, useSettings, useSimpleView } from '../store/index.ts';
import { Switch } from '../ui/index.ts';
import { ChoiceList } from './choice-list.tsx';
import { Section } from './section.tsx';

export function AppearanceSettings() {
  const t = useT();
  const { theme, language } = useSettings();
  const { setSettings } = useActions();
  const simple = useSimpleView();
  return (
    <Section>
      <Switch
        label={t('app.header.howItWorks')}
        description={t('settings.appearance.howItWorksHint')}
        checked={!simple}
        onChange={(on) => void setSettings({ view: on ? 'full' : 'simple' })}
      />
      <ChoiceList
        label={t('app.theme.label')}
        hint={t('settings.appearance.contrast')}
        value={theme}
        onChange={(next) => void setSettings({ theme: next })}
        choices={THEMES.map((value) => ({ value, label: t(`app.theme.${value}`) }))}
      />
      <ChoiceList
        label={t('app.language.label')}
        value={language}
        onChange={(next) => void setSettings({ language: next })}
        choices={[
          { value: 'system', label: t('app.language.system') },
          { value: 'zh', label: '简体中文' },
          { value: 'en', label: 'English' },
        ]}
      />
    </Section>
  );
}
