import { Pencil, Trash2 } from 'lucide-react';
import { useT } from '../../i18n/index.ts';
import { IconButton } from '../../ui/index.ts';

interface Of {
  readonly model: string;
  readonly onClick: () => void;
}

export function ChangePrice({ model, onClick }: Of) {
  const t = useT();
  return (
    <IconButton size="sm" side="left" label={t('settings.prices.change', { model })} onClick={onClick}>
      <Pencil aria-hidden />
    </IconButton>
  );
}

export function RemovePrice({ model, onClick }: Of) {
  const t = useT();
  return (
    <IconButton size="sm" side="left" label={t('settings.prices.remove', { model })} onClick={onClick}>
      <Trash2 aria-hidden />
    </IconButton>
  );
}
