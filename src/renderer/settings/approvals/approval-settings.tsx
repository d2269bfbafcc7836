import { APPROVAL_MODES } from '../../../shared/events.ts';
import { useT } from '../../i18n/index.ts';
import { useActions, useSettings } from '../../store/index.ts';
import { ChoiceList } from '../choice-list.tsx';
import { Section } from '../section.tsx';
import { GrantsList } from './grants-list.tsx';
import { CommandRules } from './grants-rules.tsx';
import { SecretsList } from './secrets-list.tsx';
import { TrustedList } from './trusted-list.tsx';

export function ApprovalSettings() {
  const t = useT();
  const { approve } = useSettings();
  const { setSettings } = useActions();
  return (
    <Section>
      <ChoiceList
        label={t('settings.approvals.label')}
        hint={t('settings.approvals.hint')}
        value={approve}
        onChange={(mode) => void setSettings({ approve: mode })}
        choices={APPROVAL_MODES.map((mode) => ({
          value: mode,
          label: t(`settings.approvals.${mode}.label`),
          hint: t(`settings.approvals.${mode}.hint`),
        }))}
      />
      <GrantsList />
      <SecretsList />
      <TrustedList />
      <CommandRules />
    </Section>
  );
}
