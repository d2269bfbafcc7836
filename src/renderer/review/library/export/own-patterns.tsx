import { X } from 'lucide-react';
import { useState } from 'react';
import type { OwnPattern } from '../../../../shared/review.ts';
import { useT } from '../../../i18n/index.ts';
import { Button, TextField } from '../../../ui/index.ts';
import { wrongWith } from './own-pattern.ts';

const MAX_PATTERN = 500;

/** The person's own words that are removed as well. */
export function OwnPatterns({
  patterns,
  refused,
  onChange,
}: {
  readonly patterns: readonly OwnPattern[];
  /** The core's error for the patterns. */
  readonly refused: string | undefined;
  readonly onChange: (patterns: readonly OwnPattern[]) => void;
}) {
  const t = useT();
  const [text, setText] = useState('');
  const [regex, setRegex] = useState(false);
  const given: OwnPattern = { pattern: text.trim(), ...(regex ? { regex } : {}) };
  const wrong = given.pattern === '' ? undefined : wrongWith(given);
  const isThere = patterns.some((one) => one.pattern === given.pattern && (one.regex ?? false) === regex);
  const problem =
    wrong !== undefined
      ? t('library.export.own.wrong', { message: wrong })
      : isThere
        ? t('library.export.own.there')
        : refused;
  const add = () => {
    if (given.pattern === '' || wrong !== undefined || isThere) return;
    onChange([...patterns, given]);
    setText('');
  };
  return (
    <div className="flex flex-col gap-2">
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <TextField
          className="flex-1"
          label={t('library.export.own.label')}
          placeholder={t('library.export.own.placeholder')}
          value={text}
          maxLength={MAX_PATTERN}
          inputClassName={regex ? 'font-mono' : undefined}
          onChange={setText}
          {...(problem === undefined ? {} : { error: problem })}
        />
        <label className="mt-6 flex h-8 items-center gap-1.5 self-start text-sm">
          <input
            type="checkbox"
            className="accent-accent"
            checked={regex}
            onChange={(event) => setRegex(event.target.checked)}
          />
          {t('library.export.own.regex')}
        </label>
        <Button type="submit" className="mt-6 self-start">
          {t('library.tags.button')}
        </Button>
      </form>
      {patterns.length === 0 ? null : (
        <ul className="flex flex-wrap gap-1.5">
          {patterns.map((one) => (
            <li key={`${one.regex} ${one.pattern}`}>
              <button
                type="button"
                aria-label={t('library.export.own.remove', { pattern: one.pattern })}
                onClick={() => onChange(patterns.filter((other) => other !== one))}
                className="inline-flex h-7 max-w-64 cursor-default items-center gap-1 rounded-full bg-accent-soft pr-1.5 pl-2.5 text-accent-ink text-sm hover:bg-selected"
              >
                <span className={one.regex === true ? 'truncate font-mono' : 'truncate'}>
                  {one.regex === true ? `/${one.pattern}/` : one.pattern}
                </span>
                <X aria-hidden className="size-3.5 shrink-0" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
