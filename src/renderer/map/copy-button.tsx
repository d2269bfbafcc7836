import { Check, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useT } from '../i18n/index.ts';
import { Button, type ButtonProps } from '../ui/index.ts';

/** Milliseconds for which "Copied" stays. */
const SHOWN_MS = 1500;

export function CopyButton({
  text,
  variant = 'ghost',
  children,
}: {
  readonly text: string;
  readonly variant?: Exclude<ButtonProps['variant'], undefined>;
  readonly children: ReactNode;
}) {
  const t = useT();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <Button
      size="sm"
      variant={variant}
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
    >
      {copied ? <Check className="size-3.5" aria-hidden /> : <Copy className="size-3.5" aria-hidden />}
      {copied ? t('common.copied') : children}
    </Button>
  );
}
