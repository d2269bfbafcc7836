import { Check, Copy } from 'lucide-react';
import { useT } from '../i18n/index.ts';
import { IconButton } from '../ui/index.ts';
import { useCopy } from './use-copy.ts';

export function CopyButton({
  text,
  label,
  className,
}: {
  readonly text: string | (() => string);
  readonly label: string;
  readonly className?: string;
}) {
  const t = useT();
  const { copied, copy } = useCopy();
  return (
    <IconButton
      size="sm"
      className={className}
      label={copied ? t('common.copied') : label}
      onClick={() => copy(typeof text === 'string' ? text : text())}
    >
      {copied ? <Check aria-hidden className="text-success" /> : <Copy aria-hidden />}
    </IconButton>
  );
}
