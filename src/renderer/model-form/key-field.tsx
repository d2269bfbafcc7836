import type { SettingsView } from '../../shared/contract.ts';
import type { KeyFault } from '../../shared/models/key-fault.ts';
import type { ModelPreset } from '../../shared/models/model-presets.ts';
import { useLanguage, useT } from '../i18n/index.ts';
import { Banner, Button, TextField } from '../ui/index.ts';

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
