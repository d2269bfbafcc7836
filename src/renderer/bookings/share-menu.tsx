import { Copy, ImageDown, Share2 } from 'lucide-react';
import { useT } from '../i18n/index.ts';
import { saveFile } from '../shared/save-file.ts';
import { Button, Menu, MenuItem, notify } from '../ui/index.ts';
import { shareImage } from './share-image.ts';

/** Text or picture of a record for somebody else. The system's own sheet takes the picture where there is one. */
export function ShareMenu({ name, lines }: { readonly name: string; readonly lines: readonly string[] }) {
  const t = useT();
  const copyText = async () => {
    await navigator.clipboard.writeText(lines.join('\n')).then(
      () => notify.done(t('bookings.shareCopied')),
      () => notify.error(t('common.copyFailed')),
    );
  };
  const shareAsImage = async () => {
    const image = await shareImage(lines, t('app.name'));
    if (image === undefined) return;
    const file = new File([image], `${name}.png`, { type: 'image/png' });
    const sheet = { files: [file], title: lines[0] ?? name };
    if (navigator.canShare?.(sheet) !== true) {
      saveFile(file.name, image);
      return;
    }
    // The person may close the sheet: nothing is wrong then.
    await navigator.share(sheet).catch(() => undefined);
  };
  return (
    <Menu
      align="end"
      trigger={
        <Button size="sm">
          <Share2 aria-hidden className="size-3.5" />
          {t('bookings.share')}
        </Button>
      }
    >
      <MenuItem icon={<Copy aria-hidden />} onSelect={() => void copyText()}>
        {t('bookings.shareText')}
      </MenuItem>
      <MenuItem icon={<ImageDown aria-hidden />} onSelect={() => void shareAsImage()}>
        {t('bookings.shareImage')}
      </MenuItem>
    </Menu>
  );
}
