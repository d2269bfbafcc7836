import { eventName } from '../../../shared/messages/describe-event.ts';
import { useFormat, useT } from '../../i18n/index.ts';
import type { Column, Mark } from './timeline-data.ts';

/** Text for a column and a mark: for the tooltip and for screen readers. */
export function useTimelineWords(): {
  readonly title: (column: Column, index: number) => string;
  readonly fill: (column: Column) => string;
  readonly cached: (column: Column) => string | undefined;
  readonly mark: (mark: Mark) => string;
  readonly whole: (column: Column, index: number, marks: readonly Mark[]) => string;
} {
  const t = useT();
  const format = useFormat();
  const title = ({ purpose, at }: Column, index: number) =>
    t(purpose === 'summary' ? 'timeline.summary' : 'timeline.request', { n: index + 1, time: format.time(at) });
  const fill = ({ total, max }: Column) =>
    t('timeline.fill', { tokens: format.number(total), max: format.tokens(max), share: format.percent(total / max) });
  const cached = ({ cached: tokens }: Column) =>
    tokens === undefined ? undefined : t('timeline.cached', { tokens: format.number(tokens) });
  const mark = ({ event }: Mark) => t('timeline.before', { what: eventName(t, event) });
  const whole = (column: Column, index: number, marks: readonly Mark[]) =>
    [
      title(column, index),
      fill(column),
      ...column.kinds.map(({ kind, tokens }) => `${t(`gauge.kind.${kind}`)} ${format.number(tokens)}`),
      ...marks.map(mark),
    ].join('. ');
  return { title, fill, cached, mark, whole };
}
