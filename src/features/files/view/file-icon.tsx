import { Braces, CalendarDays, File, FileImage, FileText, Globe, type LucideIcon, Table } from 'lucide-react';
import type { PreviewKind } from '../../../shared/window/preview-kind.ts';

const ICONS: Readonly<Record<PreviewKind, LucideIcon>> = {
  text: FileText,
  markdown: FileText,
  json: Braces,
  table: Table,
  calendar: CalendarDays,
  image: FileImage,
  pdf: FileText,
  page: Globe,
  other: File,
};

export function FileIcon({ kind }: { readonly kind: PreviewKind }) {
  const Icon = ICONS[kind];
  return <Icon aria-hidden className="size-4 shrink-0 text-ink-faint" />;
}
