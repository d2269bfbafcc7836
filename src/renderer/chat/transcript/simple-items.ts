/** Leaves out of the simple view how an answer came about. */
import { type Deed, deedOf } from '../activity/tool-label.ts';
import type { Step, TranscriptItem } from './transcript-items.ts';

/** Steps that only prepare others: they read, and nothing on the computer is other than before. */
const PREPARING: ReadonlySet<Deed['key']> = new Set([
  'loadSkill',
  'unloadSkill',
  'readReference',
  'selectDocs',
  'listSkills',
  'listDocs',
  'grep',
  'listDir',
  'readFile',
  'pollSession',
  'useTool',
]);

/** One that asks something is always shown: the person has to answer. */
const isShown = ({ call, status }: Step): boolean =>
  call.activity !== undefined ||
  call.script?.question !== undefined ||
  status === 'waiting' ||
  !PREPARING.has(deedOf(call).key);

export function simpleItems(items: readonly TranscriptItem[]): readonly TranscriptItem[] {
  return items.flatMap((item): TranscriptItem[] => {
    switch (item.kind) {
      case 'thought':
      case 'compaction':
      case 'catalog':
        return [];
      case 'activity': {
        const steps = item.steps.filter(isShown);
        return steps.length === 0 ? [] : [{ ...item, steps }];
      }
      default:
        return [item];
    }
  });
}
