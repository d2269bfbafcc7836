import { useState } from 'react';
import { MAX_CONTEXT_BOUNDS } from '../../shared/models/model-options.ts';
import { useFormat, useT } from '../i18n/index.ts';
import { useActions, useSettings } from '../store/index.ts';
import { TextField } from '../ui/index.ts';
import { Section } from './section.tsx';

const RANGES = {
  maxContext: [MAX_CONTEXT_BOUNDS.min, MAX_CONTEXT_BOUNDS.max],
  skillBudget: [0, 1_000_000],
  maxIterations: [1, 1_000],
  maxLoadedSkills: [0, 1_000],
  idleTurns: [0, 1_000],
} as const;

const FIELDS = ['maxContext', 'skillBudget', 'maxIterations', 'maxLoadedSkills', 'idleTurns'] as const;

export function LimitSettings() {
  const t = useT();
  return (
    <Section>
      <p className="text-pretty text-ink-soft text-sm">{t('settings.limits.hint')}</p>
      {FIELDS.map((name) => (
        <LimitField key={name} name={name} />
      ))}
    </Section>
  );
}

/** Taken over when the field is left or Enter pressed, and only when it is a number that makes sense. */
function LimitField({ name }: { readonly name: (typeof FIELDS)[number] }) {
  const t = useT();
  const format = useFormat();
  const { limits } = useSettings();
  const { setSettings } = useActions();
  const [text, setText] = useState<string>();
  const [min, max] = RANGES[name];
  const optional = name === 'maxLoadedSkills' || name === 'idleTurns';
  // An empty field is how a person says "no such limit".
  const held = optional && limits[name] === 0 ? undefined : limits[name];
  const value = Number((text ?? '').replaceAll(/[\s,，]/g, ''));
  const empty = text?.trim() === '' && !optional;
  const bad = text !== undefined && (empty || !(Number.isInteger(value) && value >= min && value <= max));

  const keep = () => {
    if (text === undefined || bad) return;
    setText(undefined);
    if (value !== limits[name]) void setSettings({ limits: { ...limits, [name]: value } });
  };

  return (
    <TextField
      label={t(`settings.limits.${name}`)}
      description={t(`settings.limits.${name}Hint`)}
      inputMode="numeric"
      inputClassName="max-w-40 tabular-nums"
      {...(optional ? { placeholder: t('settings.limits.none') } : {})}
      value={text ?? (held === undefined ? '' : format.number(held))}
      onChange={setText}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) keep();
      }}
      {...(bad ? { error: t('settings.limits.bad', { min: format.number(min), max: format.number(max) }) } : {})}
    />
  );
}
