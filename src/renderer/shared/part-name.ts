import type { ManifestPart } from '../../shared/context-views.ts';
import type { useT } from '../i18n/index.ts';

export interface PartName {
  readonly name: string;
  /** What is said second: whose it is, or how it begins. */
  readonly detail: string;
}

/** A part's name in words. @param said how a message begins. */
export function partName(
  t: ReturnType<typeof useT>,
  { id, kind, label, because, lines }: Pick<ManifestPart, 'id' | 'kind' | 'label' | 'because' | 'lines'>,
  said: string,
): PartName {
  const own = t(`gauge.kind.${kind}`);
  switch (kind) {
    case 'catalog':
      return { name: own, detail: lines === undefined ? '' : t('map.name.catalogHead') };
    case 'tools': {
      if (because?.code === 'tool-list') return { name: t('map.name.toolList'), detail: '' };
      return { name: label, detail: because?.skill ?? t('map.name.tool') };
    }
    case 'skill':
      return { name: label, detail: own };
    case 'reference': {
      const [skill = '', path = label] = label.split(/ - (.*)/s);
      return { name: path, detail: skill };
    }
    case 'base': {
      if (id === 'base') return { name: own, detail: '' };
      if (id === 'workspace') return { name: t('map.name.workspace'), detail: '' };
      return id.startsWith('heading:')
        ? { name: id.slice('heading:'.length), detail: t('map.name.heading') }
        : { name: label, detail: '' };
    }
    case 'tool-result':
      return { name: label, detail: said };
    case 'user':
      return because?.code === 'media'
        ? { name: label, detail: t('map.name.media') }
        : { name: t('map.name.user'), detail: said };
    case 'assistant':
      return { name: t('map.name.assistant'), detail: said };
    default:
      return { name: own, detail: '' };
  }
}
