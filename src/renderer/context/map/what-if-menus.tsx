import { ChevronDown, FoldVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import type { WhatIf } from '../../../shared/context-views.ts';
import { DIALECT_SETTINGS } from '../../../shared/dialects.ts';
import { DIALECTS } from '../../../shared/events.ts';
import { useFormat, useT } from '../../i18n/index.ts';
import { useActions, useApp, useSessionState, useSettings } from '../../store/index.ts';
import { Button, Menu, MenuItem } from '../../ui/index.ts';

/** Usual sizes of a window, in tokens. */
const WINDOWS = [8_000, 16_000, 32_000, 64_000, 128_000, 200_000, 400_000, 1_000_000];

/** Max skills offered here; the rest have their own button in the list of skills. */
const MOST = 60;

interface Choice {
  readonly step: WhatIf;
  readonly label: string;
  readonly hint?: string | undefined;
}

/** Each way to change the next request. What the pointer or the arrows are on is drawn as a ghost at once. */
export function WhatIfMenus() {
  const t = useT();
  const format = useFormat();
  const { whatIf } = useActions();
  const skills = useApp((data) => data.skills?.skills);
  const models = useApp((data) => data.environments?.models);
  const loaded = useSessionState((state) => state.loadedSkills);
  const dialect = useSessionState((state) => state.dialect);
  const placement = useSessionState((state) => state.placement);
  const max = useSessionState((state) => state.limits.maxContext);
  const model = useSessionState((state) => state.model);
  const talked = useSessionState((state) => state.messages.length > 0);
  const { knownPrices, prices } = useSettings();

  const isLoaded = (id: string) => loaded.some((skill) => skill.id === id);
  const load = (skills ?? [])
    .filter(({ id, use }) => !isLoaded(id) && use?.enabled !== false)
    .slice(0, MOST)
    .map(
      ({ id, tokens }): Choice => ({
        step: { do: 'load', skill: id },
        label: id,
        hint: tokens === null ? undefined : format.number(tokens.instructions),
      }),
    );
  const unload = loaded.map(
    ({ id, tokens }): Choice => ({ step: { do: 'unload', skill: id }, label: id, hint: format.number(tokens) }),
  );
  const references = loaded.flatMap((skill) =>
    (skills?.find(({ id }) => id === skill.id)?.references ?? []).map(({ path, tokens }): Choice => {
      const isIn = skill.references.some((one) => one.path === path);
      return {
        step: { do: isIn ? 'unload-reference' : 'load-reference', skill: skill.id, path },
        label: t(`map.whatIf.step.${isIn ? 'unload-reference' : 'load-reference'}`, { path }),
        // Two skills may have a file of one name.
        hint: [...(loaded.length > 1 ? [skill.id] : []), ...(tokens === null ? [] : [format.number(tokens)])].join(
          ' · ',
        ),
      };
    }),
  );
  const names = [
    ...new Set([...(models ?? []).map((one) => one.model), ...Object.keys(prices), ...Object.keys(knownPrices)]),
  ].filter((name) => name !== model);
  return (
    <>
      <StepMenu label={t('common.load')} choices={load} />
      <StepMenu label={t('common.unload')} choices={unload} />
      <StepMenu label={t('map.whatIf.reference')} choices={references} />
      {talked ? (
        <Button
          size="sm"
          onMouseEnter={() => whatIf.point({ do: 'compact' })}
          onMouseLeave={() => whatIf.point(undefined)}
          onClick={() => whatIf.add({ do: 'compact' })}
        >
          <FoldVertical aria-hidden className="size-3.5" />
          {t('map.whatIf.compact')}
        </Button>
      ) : null}
      <StepMenu
        label={t('map.whatIf.dialect')}
        choices={DIALECTS.filter((one) => one !== dialect).map((one) => ({
          step: { do: 'dialect', dialect: one },
          label: one,
        }))}
      />
      <StepMenu
        label={t('map.whatIf.placement')}
        choices={DIALECT_SETTINGS[dialect].placements
          .filter((one) => one !== placement)
          .map((one) => ({ step: { do: 'placement', placement: one }, label: t(`gauge.placement.${one}`) }))}
      />
      <StepMenu
        label={t('map.whatIf.limit')}
        choices={WINDOWS.filter((tokens) => tokens !== max).map((tokens) => ({
          step: { do: 'max-context', tokens },
          label: t('common.tokens', { count: tokens, n: format.tokens(tokens) }),
        }))}
      />
      <StepMenu
        label={t('common.model')}
        choices={names.slice(0, MOST).map((name) => ({ step: { do: 'model', model: name }, label: name }))}
      />
    </>
  );
}

function StepMenu({ label, choices }: { readonly label: ReactNode; readonly choices: readonly Choice[] }) {
  const { whatIf } = useActions();
  if (choices.length === 0) return null;
  return (
    <Menu
      onOpenChange={(open) => {
        if (!open) whatIf.point(undefined);
      }}
      trigger={
        <Button size="sm">
          {label}
          <ChevronDown aria-hidden className="size-3.5 text-ink-faint" />
        </Button>
      }
    >
      {choices.map(({ step, label: words, hint }) => (
        <MenuItem
          key={JSON.stringify(step)}
          hint={hint}
          onPoint={() => whatIf.point(step)}
          onSelect={() => whatIf.add(step)}
        >
          {words}
        </MenuItem>
      ))}
    </Menu>
  );
}
