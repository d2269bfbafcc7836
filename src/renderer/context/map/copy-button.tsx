import { Check, Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/index.ts';
import { useCopy } from '../../shared/use-copy.ts';
import { Button, type ButtonProps } from '../../ui/index.ts';

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
  const { copied, copy } = useCopy();
  return (
    <Button size="sm" variant={variant} onClick={() => copy(text)}>
      {copied ? <Check className="size-3.5" aria-hidden /> : <Copy className="size-3.5" aria-hidden />}
      {copied ? t('common.copied') : children}
    </Button>
  );
}
