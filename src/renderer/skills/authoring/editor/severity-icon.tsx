import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import { useT } from '../../../i18n/index.ts';
import type { Finding } from './editor-findings.ts';

const ICONS = {
  error: { Icon: CircleAlert, className: 'text-danger' },
  warning: { Icon: TriangleAlert, className: 'text-warning' },
  info: { Icon: Info, className: 'text-accent' },
} as const;

export function SeverityIcon({ severity }: { readonly severity: Finding['severity'] }) {
  const t = useT();
  const { Icon, className } = ICONS[severity];
  return <Icon role="img" aria-label={t(`author.findings.${severity}`)} className={`size-4 shrink-0 ${className}`} />;
}
