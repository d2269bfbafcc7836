/** Ways to preview a file in the app. */
export const PREVIEW_KINDS = [
  'text',
  'markdown',
  'json',
  'table',
  'calendar',
  'image',
  'pdf',
  'page',
  'other',
] as const;
export type PreviewKind = (typeof PREVIEW_KINDS)[number];

const BY_TYPE: Readonly<Record<string, PreviewKind>> = {
  'text/markdown': 'markdown',
  'application/json': 'json',
  'application/geo+json': 'json',
  'text/csv': 'table',
  'text/tab-separated-values': 'table',
  'text/calendar': 'calendar',
  'application/pdf': 'pdf',
  'text/html': 'page',
  'application/xhtml+xml': 'page',
};
/** Those that every browser draws. As a picture, SVG runs no script. */
const IMAGES: ReadonlySet<string> = new Set(
  ['image/png image/jpeg image/gif image/webp image/avif image/bmp image/svg+xml image/x-icon'].flatMap((line) =>
    line.split(' '),
  ),
);
const TEXTS: ReadonlySet<string> = new Set(
  [
    'application/javascript application/xml application/yaml application/x-sh application/toml',
    'application/x-ndjson application/sql application/rtf application/x-python application/jsonl',
  ].flatMap((line) => line.split(' ')),
);

/** @param mime parameters after `;` do not matter. */
export function previewKind(mime: string): PreviewKind {
  const type = (mime.split(';')[0] ?? '').trim().toLowerCase();
  const known = BY_TYPE[type];
  if (known !== undefined) return known;
  if (IMAGES.has(type)) return 'image';
  return type.startsWith('text/') || TEXTS.has(type) || /\+(json|xml|yaml)$/.test(type) ? 'text' : 'other';
}
