import type { TokenPart } from '../../../shared/events.ts';

export const rowName = ({ kind, label, count }: TokenPart): string =>
  `${kind}:${label}${count === undefined ? '' : ` × ${count}`}`;
