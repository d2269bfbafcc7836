import { Check, Copy } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useT } from '../i18n.ts';
import { Button, type ButtonProps, IconButton, notify } from '../ui/index.ts';

/** Milliseconds for which "Copied" stays. */
const SHOWN_MS = 1500;

/** Copies text; `copied` is true for a moment after. */
function useCopy(): { readonly copied: boolean; readonly copy: (text: string) => void } {
  const t = useT();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = useCallback(
    (text: string) => {
      navigator.clipboard.writeText(text).then(
        () => setCopied(true),
        () => notify.error(t('common.copyFailed')),
      );
    },
    [t],
  );
  return { copied, copy };
}

/** Copies `text`. With a `variant` it shows its label, else an icon. */
export function CopyButton({
  text,
  label,
  variant,
  className,
}: {
  readonly text: string | (() => string);
  readonly label: string;
  readonly variant?: Exclude<ButtonProps['variant'], undefined>;
  readonly className?: string;
}) {
  const t = useT();
  const { copied, copy } = useCopy();
  const onClick = () => copy(typeof text === 'string' ? text : text());
  const shown = copied ? t('common.copied') : label;
  if (variant === undefined) {
    return (
      <IconButton size="sm" className={className} label={shown} onClick={onClick}>
        {copied ? <Check aria-hidden className="text-success" /> : <Copy aria-hidden />}
      </IconButton>
    );
  }
  return (
    <Button size="sm" variant={variant} onClick={onClick}>
      {copied ? <Check className="size-3.5" aria-hidden /> : <Copy className="size-3.5" aria-hidden />}
      {shown}
    </Button>
  );
}
