import { useState } from 'react';

/** Open rows: kept here, as a row that is scrolled away is not there any more. */
export function useOpenRows(): (key: string) => {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
} {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  return (key) => ({
    open: open.has(key),
    onOpenChange: (next) =>
      setOpen((before) => {
        const keys = new Set(before);
        if (next) keys.add(key);
        else keys.delete(key);
        return keys;
      }),
  });
}
