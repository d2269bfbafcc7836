import { cn } from './cn.ts';

/** A key combination. */
export function Kbd({ keys, inverted = false }: { readonly keys: readonly string[]; readonly inverted?: boolean }) {
  return (
    <span className="inline-flex shrink-0 items-center gap-0.5">
      {keys.map((key) => (
        <kbd
          key={key}
          className={cn(
            'inline-flex h-5 min-w-5 items-center justify-center rounded border px-1 font-sans text-xs',
            inverted ? 'border-on-tooltip/30 text-on-tooltip/80' : 'border-line bg-sunken text-ink-soft',
          )}
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}

/** `Mod` becomes the platform's own: ⌘ on a Mac, else Ctrl. */
export function platformKeys(keys: readonly string[], platform: string = navigator.platform): readonly string[] {
  const mac = /^mac|^iP|darwin/i.test(platform);
  return keys.map((key) => {
    if (key === 'Mod') return mac ? '⌘' : 'Ctrl';
    if (key === 'Shift' && mac) return '⇧';
    return key;
  });
}
