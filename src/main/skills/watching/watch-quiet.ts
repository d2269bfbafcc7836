/** Merges many changes into one: notifies after a quiet moment, or at the latest after a fixed time. */
export interface Quiet {
  add(path: string): void;
  close(): void;
}

/** @param quietMs milliseconds without a change. @param mostMs milliseconds from the first change on. */
export function whenQuiet(
  tell: (paths: ReadonlySet<string>) => void,
  { quietMs, mostMs }: { readonly quietMs: number; readonly mostMs: number },
): Quiet {
  let paths = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let first = 0;
  const flush = (): void => {
    timer = undefined;
    const told = paths;
    paths = new Set();
    tell(told);
  };
  return {
    add(path) {
      const now = performance.now();
      if (timer === undefined) first = now;
      clearTimeout(timer);
      paths.add(path);
      timer = setTimeout(flush, Math.max(0, Math.min(quietMs, first + mostMs - now)));
    },
    close() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
