import { ExternalLink } from 'lucide-react';
import type { SettingsView } from '../../shared/contract.ts';
import type { KeyFault } from '../../shared/models/model-options.ts';
import type { ModelPreset } from '../../shared/models/model-presets.ts';
import { useLanguage, useT } from '../i18n/index.ts';
import { Banner, Button } from '../ui/index.ts';
import { TextField } from '../ui/on-demand.ts';
import { type ModelForm, presetOf } from './model-form.ts';

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

/** A key goes in and is never shown again. */
export function KeyField({
  value,
  stored,
  missing,
  fault,
  keyStore,
  preset,
  recognised,
  onChange,
  onUseRecognised,
  onForget,
}: {
  readonly value: string;
  /** One is stored for this very address. */
  readonly stored: boolean;
  readonly missing: boolean;
  /** Reason the key cannot be sent. */
  readonly fault: KeyFault | undefined;
  readonly keyStore: SettingsView['keyStore'];
  readonly preset: ModelPreset | undefined;
  /** The provider that the typed key certainly belongs to, where that is another one. */
  readonly recognised: ModelPreset | undefined;
  readonly onChange: (value: string) => void;
  readonly onUseRecognised: (provider: string) => void;
  readonly onForget: () => void;
}) {
  const t = useT();
  const language = useLanguage();
  if (preset?.needsKey === false) return <p className="text-ink-soft">{t('settings.model.keyNotNeeded')}</p>;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-end gap-2">
        <TextField
          className="flex-1"
          label={t('settings.model.key')}
          type="password"
          autoComplete="off"
          spellCheck={false}
          placeholder={t(stored ? 'settings.model.keyPlaceholderStored' : 'settings.model.keyPlaceholder')}
          value={value}
          onChange={onChange}
          {...(fault === undefined ? {} : { error: t(`settings.model.keyFault.${fault}`) })}
          {...(missing ? { error: t('settings.model.keyMissing') } : {})}
        />
        {stored ? (
          <Button variant="ghost" onClick={onForget}>
            {t('settings.model.keyForget')}
          </Button>
        ) : null}
      </div>
      <p className="text-ink-soft text-sm">
        {stored ? `${t('settings.model.keyStored')} ` : ''}
        {t(`settings.model.store.${keyStore}`)}
      </p>
      {recognised === undefined ? null : (
        <Banner
          live
          action={
            <Button size="sm" onClick={() => onUseRecognised(recognised.id)}>
              {t('settings.model.keyUse', { provider: recognised.name[language] })}
            </Button>
          }
        >
          {t('settings.model.keyRecognised', { provider: recognised.name[language] })}
        </Banner>
      )}
    </div>
  );
}

/** The model's name, with those on offer as suggestions. */
export function ModelField({
  form,
  offered,
  onChange,
}: {
  readonly form: ModelForm;
  /** Models listed by the server in its test. */
  readonly offered: readonly string[];
  readonly onChange: (model: string) => void;
}) {
  const t = useT();
  const names = offered.length > 0 ? offered : (presetOf(form.provider)?.models ?? []);
  return (
    <div className="flex flex-col gap-1.5">
      <TextField
        label={t('common.model')}
        description={t('settings.model.modelHint')}
        spellCheck={false}
        list="model-names"
        inputClassName="font-mono text-sm"
        value={form.model}
        onChange={onChange}
      />
      <datalist id="model-names">
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  );
}
