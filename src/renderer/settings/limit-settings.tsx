import { useState } from 'react';
import { LIMIT_NAMES, LIMITS, type LimitName } from '../../shared/settings/limits.ts';
import { useFormat, useLanguage, useT } from '../i18n/index.ts';
import { useActions, useSettings } from '../store/index.ts';
import { TextField } from '../ui/index.ts';
import { Section } from './section.tsx';

export function LimitSettings() {
  const t = useT();
  return (
    <Section>
      <p className="text-pretty text-ink-soft text-sm">{t('settings.limits.hint')}</p>
      {LIMIT_NAMES.map((name) => (
        <LimitField key={name} name={name} />
      ))}
    </Section>
  );
}

/** Saves when the field loses focus or on Enter, and only a number within its bounds. */
function LimitField({ name }: { readonly name: LimitName }) {
  const t = useT();
  const format = useFormat();
  const { limits } = useSettings();
  const { setSettings } = useActions();
  const [text, setText] = useState<string>();
  const { min, max, default: standard, [useLanguage()]: words } = LIMITS[name];
  const held = limits[name] ?? standard;
  // An empty field means no limit, where 0 does.
  const optional = standard === 0;
  const value = Number((text ?? '').replaceAll(/[\s,，]/g, ''));
  const empty = text?.trim() === '' && !optional;
  const bad = text !== undefined && (empty || !(Number.isInteger(value) && value >= min && value <= max));

  const keep = () => {
    if (text === undefined || bad) return;
    setText(undefined);
    if (value !== held) void setSettings({ limits: { ...limits, [name]: value } });
  };

  return (
    <TextField
      label={words.label}
      description={words.hint}
      inputMode="numeric"
      inputClassName="max-w-40 tabular-nums"
      {...(optional ? { placeholder: t('common.noLimit') } : {})}
      value={text ?? (optional && held === 0 ? '' : format.number(held))}
      onChange={setText}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) keep();
      }}
      {...(bad ? { error: t('settings.limits.bad', { min: format.number(min), max: format.number(max) }) } : {})}
    />
  );
}
