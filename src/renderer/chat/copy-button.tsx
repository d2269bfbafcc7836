import { Check, Copy } from 'lucide-react';
import { IconButton } from '../ui/index.ts';
import { useCopy } from './use-copy.ts';
import { useWords } from './use-words.ts';

export function CopyButton({
  text,
  label,
  className,
}: {
  readonly text: string | (() => string);
  readonly label: string;
  readonly className?: string;
}) {
  const words = useWords();
  const { copied, copy } = useCopy();
  return (
    <IconButton
      size="sm"
      className={className}
      label={copied ? words.t('message.copied') : label}
      onClick={() => copy(typeof text === 'string' ? text : text())}
    >
      {copied ? <Check aria-hidden className="text-success" /> : <Copy aria-hidden />}
    </IconButton>
  );
}
