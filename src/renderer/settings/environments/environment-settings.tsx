import { useT } from '../../i18n/index.ts';
import { useApp } from '../../store/index.ts';
import { Section } from '../section.tsx';
import { EnvironmentFacts } from './environment-facts.tsx';
import { EnvironmentForm } from './environment-form.tsx';
import { EnvironmentRows } from './environment-rows.tsx';

/** What there is, and what the current one holds. What is wrong in its files stands over the chat. */
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
