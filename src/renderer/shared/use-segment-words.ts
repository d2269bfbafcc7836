import type { PartKind } from '../../shared/events.ts';
import { useT } from '../i18n/index.ts';
import type { Segment } from './segments.ts';

/** A segment's name and reason in words. */
export function useSegmentWords(): {
  readonly kindOf: (kind: PartKind) => string;
  readonly nameOf: (segment: Segment) => string;
  readonly whyOf: (segment: Segment) => string;
} {
  const t = useT();
  return {
    kindOf: (kind) => t(`gauge.kind.${kind}`),
    nameOf({ kind, name, skill, server }) {
      if (server !== '') return t('gauge.skillTools', { skill: server });
      if (kind === 'tools' && skill !== '') return t('gauge.skillTools', { skill });
      return name === '' ? t(`gauge.kind.${kind}`) : name;
    },
    whyOf: ({ reason, skill, server }) =>
      reason === undefined ? t('gauge.free') : t(`parts.reason.${reason}`, { skill, server }),
  };
}
