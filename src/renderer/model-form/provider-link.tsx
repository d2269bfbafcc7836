import { ExternalLink } from 'lucide-react';
import type { ModelPreset } from '../../shared/models/model-presets.ts';
import { useLanguage, useT } from '../i18n/index.ts';

/** Link to a provider's page for keys, or to the program for local models. */
export function ProviderLink({ preset }: { readonly preset: ModelPreset }) {
  const t = useT();
  const language = useLanguage();
  return (
    <a
      href={preset.website}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-1.5 self-start rounded text-accent-ink underline decoration-accent/40 underline-offset-2 hover:decoration-accent"
    >
      {preset.local ? preset.website : t('settings.model.keyWhere', { provider: preset.name[language] })}
      <ExternalLink className="size-3.5" aria-hidden />
    </a>
  );
}
