import { useEffect, useState } from 'react';
import { useFormat, useT } from '../i18n/index.ts';

/** From memory only: no request is made, and an SVG shown as a picture runs no script. */
export function ImageView({
  name,
  mime,
  base64,
}: {
  readonly name: string;
  readonly mime: string;
  readonly base64: string;
}) {
  const t = useT();
  const format = useFormat();
  const [url, setUrl] = useState<string>();
  const [size, setSize] = useState<{ readonly width: number; readonly height: number }>();
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const made = URL.createObjectURL(new Blob([bytes], { type: mime }));
    setUrl(made);
    setBroken(false);
    return () => URL.revokeObjectURL(made);
  }, [mime, base64]);
  if (broken) return <p className="p-5 text-ink-soft text-sm">{t('files.preview.brokenImage')}</p>;
  return (
    <figure className="flex flex-col items-center gap-2 px-5 pb-4">
      {url === undefined ? null : (
        <img
          src={url}
          alt={name}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
          onError={() => setBroken(true)}
          className="max-h-[32rem] max-w-full rounded-panel border border-line bg-sunken object-contain"
        />
      )}
      {size === undefined || size.width === 0 ? null : (
        <figcaption className="text-ink-soft text-sm tabular-nums">
          {t('files.preview.imageSize', { width: format.number(size.width), height: format.number(size.height) })}
        </figcaption>
      )}
    </figure>
  );
}
