import type { ManifestPart } from '../../shared/context-views.ts';
import type { PartFacts } from '../../shared/events.ts';
import type { useT } from '../i18n.ts';

export interface PartName {
  readonly name: string;
  /** Second part of the label: the owner, or the beginning of the text. */
  readonly detail: string;
}

export type NamedPart = PartFacts & Pick<ManifestPart, 'lines'>;

/** A part's name in words. @param said how a message begins. */
export function partName(
  t: ReturnType<typeof useT>,
  { kind, label, reason, skill = '', path = label, lines }: NamedPart,
  said: string,
): PartName {
  switch (reason) {
    case 'workspace':
      return { name: t('map.name.workspace'), detail: '' };
    case 'heading':
      return { name: label, detail: t('map.name.heading') };
    case 'tool-list':
      return { name: t('map.name.toolList'), detail: '' };
    case 'image':
    case 'pdf':
      return { name: label, detail: t('map.name.media') };
    case 'other-model':
      return { name: t('map.whatIf.step.model', { model: label }), detail: '' };
  }
  const own = t(`gauge.kind.${kind}`);
  switch (kind) {
    case 'catalog':
      return { name: own, detail: lines === undefined ? '' : t('map.name.catalogHead') };
    case 'tools':
      return { name: label, detail: skill || t('map.name.tool') };
    case 'skill':
      return { name: label, detail: own };
    case 'reference':
      return { name: path, detail: skill };
    case 'tool-result':
      return { name: label, detail: said };
    case 'user':
    case 'assistant':
      return { name: t(`map.name.${kind}`), detail: said };
    default:
      return { name: own, detail: '' };
  }
}
