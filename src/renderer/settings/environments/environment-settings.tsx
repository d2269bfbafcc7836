import { useT } from '../../i18n/index.ts';
import { useApp } from '../../store/index.ts';
import { Section } from '../section.tsx';
import { EnvironmentFacts } from './environment-facts.tsx';
import { EnvironmentForm } from './environment-form.tsx';
import { EnvironmentRows } from './environment-rows.tsx';

/** Environments, and the contents of the current one. Errors in its files are shown above the chat. */
export function EnvironmentSettings() {
  const t = useT();
  const view = useApp((data) => data.environments);
  if (view === undefined) return null;
  return (
    <Section>
      <p className="text-pretty text-base text-ink-soft">{t('settings.environments.hint')}</p>
      <EnvironmentRows view={view} />
      <EnvironmentForm view={view} />
      <EnvironmentFacts view={view} />
    </Section>
  );
}
