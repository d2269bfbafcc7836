/** Notifications while the user looks at something else: an answer, a question, an abnormal end. */
import { useEffect, useRef } from 'react';
import type { SessionSummary } from '../../shared/contract.ts';
import { FRONT_REQUEST } from '../../shared/window/preload-protocol.ts';
import { useT } from '../i18n/index.ts';
import { useActions, useApp, useSettings } from '../store/index.ts';
import { notify as inApp } from '../ui/index.ts';

type NoticeKind = 'answered' | 'asks' | 'failed';

export interface Notice {
  readonly session: string;
  readonly title: string;
  readonly kind: NoticeKind;
}

const AT_WORK: ReadonlySet<SessionSummary['runState']> = new Set(['thinking', 'tool-calling', 'waiting-approval']);

function kindOf(before: SessionSummary['runState'], now: SessionSummary['runState']): NoticeKind | undefined {
  if (before === now || !AT_WORK.has(before)) return undefined;
  if (now === 'waiting-approval') return 'asks';
  if (now === 'completed') return 'answered';
  return now === 'error' || now === 'max-iterations' ? 'failed' : undefined;
}

/** Notices for the changes between two lists; a stop is the user's own action and gives none. */
export function noticesBetween(before: readonly SessionSummary[], now: readonly SessionSummary[]): readonly Notice[] {
  const states = new Map(before.map(({ id, runState }) => [id, runState]));
  return now.flatMap(({ id, title, runState }) => {
    const earlier = states.get(id);
    const kind = earlier === undefined ? undefined : kindOf(earlier, runState);
    return kind === undefined ? [] : [{ session: id, title, kind }];
  });
}

const canNotify = (): boolean => 'Notification' in window && Notification.permission === 'granted';
const looksElsewhere = (): boolean => document.hidden || !document.hasFocus();

export function useNotices(): void {
  const t = useT();
  const { select } = useActions();
  const { notify } = useSettings();
  const sessions = useApp((data) => data.sessions);
  const before = useRef(sessions);
  useEffect(() => {
    const earlier = before.current;
    before.current = sessions;
    if (!notify || earlier === undefined || sessions === undefined || !canNotify() || !looksElsewhere()) return;
    for (const { session, title, kind } of noticesBetween(earlier, sessions)) {
      // One a conversation: a later one takes the earlier one's place.
      const notice = new Notification(title === '' ? t('app.name') : title, {
        body: t(`app.notice.${kind}`),
        tag: session,
      });
      notice.onclick = () => {
        window.focus();
        // The desktop app's window may be hidden, which a page's own focus does not change.
        window.postMessage(FRONT_REQUEST, '/');
        select(session);
        notice.close();
      };
      // macOS shows notices of signed apps alone.
      notice.onerror = () => inApp.done(`${notice.title}: ${notice.body}`);
    }
  }, [sessions, notify, select, t]);
}
