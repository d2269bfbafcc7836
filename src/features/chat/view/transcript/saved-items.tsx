import { UserRound, X } from 'lucide-react';
import { createContext, useContext, useEffect, useMemo } from 'react';
import { useT } from '../../../../renderer/i18n.ts';
import { useActions, useApp } from '../../../../renderer/store/index.ts';
import { Button, IconButton } from '../../../../renderer/ui/index.ts';
import { type Form, type FormAnswers, type FormListItem, isBlank } from '../../../../shared/forms/forms.ts';

/**
 * Preferences for fields of which nothing is known: not for one that was left open as unclear, nor for one that would be
 * the same as a field it has to differ from.
 */
export function preferredFor({ fields, values, unclear = [] }: Form, preferences: FormAnswers): FormAnswers {
  const isTwin = (name: string, value: unknown) =>
    fields.some(
      (one) =>
        (one.differsFrom === name && values[one.name] === value) ||
        (one.name === name && one.differsFrom !== undefined && values[one.differsFrom] === value),
    );
  return Object.fromEntries(
    fields.flatMap(({ name }): [string, FormAnswers[string]][] => {
      const value = preferences[name];
      if (value === undefined || isBlank(value) || !isBlank(values[name])) return [];
      return unclear.includes(name) || isTwin(name, value) ? [] : [[name, value]];
    }),
  );
}

/** Remembered answers for a request's form. They are filled in for the person to see, and sent by them or not at all. */
export function usePreferred(form: Form): FormAnswers {
  const { profile } = useActions();
  const known = useApp((data) => data.profile);
  const isRequest = form.request === true;
  useEffect(() => {
    if (isRequest) void profile.load();
  }, [isRequest, profile]);
  return useMemo(
    () => (isRequest ? preferredFor(form, known?.preferences[form.id ?? ''] ?? {}) : {}),
    [isRequest, form, known],
  );
}

/** `SKILL/ID` of the form around; undefined for one that no skill defines: nothing is saved for it. */
const FormId = createContext<string | undefined>(undefined);
export const FormIdProvider = FormId.Provider;

const NONE: readonly FormListItem[] = [];

/** Things of a list that were saved on this computer: offered above it, filled in by a press, forgotten by another. */
export function SavedItems({
  list,
  title,
  items,
  most,
  disabled,
  onChange,
}: {
  readonly list: string;
  /** Name of the field inside that tells the things apart. */
  readonly title: string;
  readonly items: readonly FormListItem[];
  readonly most: number;
  readonly disabled: boolean;
  readonly onChange: (items: FormListItem[]) => void;
}) {
  const t = useT();
  const form = useContext(FormId);
  const { profile } = useActions();
  const nameOf = (item: FormListItem): string => String(item[title] ?? '').trim();
  const key = `${form}/${list}`;
  const saved = useApp((data) => data.profile?.saved[key] ?? NONE);
  useEffect(() => {
    if (form !== undefined) void profile.load();
  }, [form, profile]);
  if (form === undefined) return null;
  const names = new Set(items.map(nameOf));
  const free = items.findIndex((item) => nameOf(item) === '');
  const take = (item: FormListItem) => {
    if (free >= 0) onChange(items.map((one, index) => (index === free ? { ...one, ...item } : one)));
    else if (items.length < most) onChange([...items, item]);
  };
  const filled = items.filter((item) => nameOf(item) !== '' && Object.values(item).every((value) => !isBlank(value)));
  const savedNames = new Set(saved.map(nameOf));
  const unsaved = filled.filter((item) => !savedNames.has(nameOf(item)));
  const offered = saved.filter((item) => !names.has(nameOf(item)));
  if (offered.length === 0 && unsaved.length === 0) return null;
  return (
    <div className="mb-2 flex flex-wrap items-center gap-1.5 text-sm">
      {offered.map((item) => (
        <span key={nameOf(item)} className="flex items-center rounded-control border border-line-strong">
          <Button
            size="sm"
            variant="ghost"
            disabled={disabled || (free < 0 && items.length >= most)}
            onClick={() => take(item)}
          >
            <UserRound aria-hidden className="size-3.5" />
            {nameOf(item)}
          </Button>
          <IconButton
            size="sm"
            label={t('forms.forgetSaved', { name: nameOf(item) })}
            onClick={() =>
              void profile.save(
                key,
                saved.filter((one) => one !== item),
              )
            }
            icon={X}
          />
        </span>
      ))}
      {unsaved.length === 0 ? null : (
        <Button
          size="sm"
          variant="ghost"
          className="text-accent"
          disabled={disabled}
          onClick={() => void profile.save(key, [...saved, ...unsaved])}
        >
          {t('forms.saveItems', { names: unsaved.map(nameOf).join(', ') })}
        </Button>
      )}
    </div>
  );
}
