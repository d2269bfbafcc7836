import { useState } from 'react';
import { TextField, type TextFieldProps } from '../../../ui/index.ts';

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** A list, one item a line. Lines that are still empty stay while one types. */
export function Lines({
  values,
  onChange,
  ...rest
}: Omit<TextFieldProps, 'value' | 'onChange'> & {
  readonly values: readonly string[];
  readonly onChange: (values: string[]) => void;
}) {
  const [typed, setTyped] = useState(() => values.join('\n'));
  const isSame = linesOf(typed).join('\n') === linesOf(values.join('\n')).join('\n');
  return (
    <TextField
      rows={2}
      {...rest}
      value={isSame ? typed : values.join('\n')}
      onChange={(text) => {
        setTyped(text);
        onChange(linesOf(text));
      }}
    />
  );
}

/** A number above 0, or nothing. What is no number yet is shown and not passed on. */
export function Amount({
  label,
  description,
  error,
  value,
  whole = true,
  readOnly = false,
  className,
  onChange,
}: {
  readonly label: string;
  readonly description?: string | undefined;
  readonly error: string;
  readonly value: number | undefined;
  readonly whole?: boolean;
  readonly readOnly?: boolean;
  readonly className?: string;
  readonly onChange: (value: number | undefined) => void;
}) {
  const [typed, setTyped] = useState(() => (value === undefined ? '' : String(value)));
  const amountOf = (text: string) => (text.trim() === '' ? undefined : Number(text));
  const isGood = (amount: number | undefined) =>
    amount === undefined || (amount > 0 && (whole ? Number.isSafeInteger(amount) : Number.isFinite(amount)));
  const now = amountOf(typed);
  const shown = isGood(now) && now !== value ? (value === undefined ? '' : String(value)) : typed;
  return (
    <TextField
      label={label}
      inputMode="decimal"
      value={shown}
      readOnly={readOnly}
      className={className}
      {...(description === undefined ? {} : { description })}
      {...(isGood(amountOf(shown)) ? {} : { error })}
      onChange={(text) => {
        setTyped(text);
        const amount = amountOf(text);
        if (isGood(amount)) onChange(amount);
      }}
    />
  );
}
