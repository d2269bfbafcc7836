import { assertNever } from '../../../shared/errors.ts';
import type { SessionEvent } from '../../../shared/events.ts';
import { shorten } from '../../../shared/text/shorten.ts';
import { toolServerWords } from '../../../shared/tool-server-words.ts';
import type { Format, Translate } from '../../i18n/index.ts';
import { eventName } from '../../shared/event-name.ts';

/** Characters that usually distinguish a text from others. */
const EXCERPT = 80;

const excerpt = (text: string): string => shorten(text, EXCERPT);

/** Describes an event in one line, for stepping through a session. */
export function eventLine(t: Translate, format: Format, event: SessionEvent): string {
  switch (event.type) {
    case 'session-created':
    case 'settings-changed':
    case 'prompt-changed':
    case 'catalog-changed':
    case 'skill-unloaded':
    case 'loaded-skill-changed':
    case 'skill-pin-changed':
    case 'message-pin-changed':
    case 'reference-unloaded':
    case 'compaction-undone':
    case 'user-message-added':
      return eventName(t, event);
    case 'skill-loaded':
    case 'reference-loaded':
      return t('event.entered', { what: eventName(t, event), n: format.number(event.tokens) });
    case 'context-compacted': {
      const [before, after] = [format.number(event.before), format.number(event.after)];
      return t('event.became', { what: eventName(t, event), before, after });
    }
    case 'session-renamed':
      return t('review.event.renamed', { text: excerpt(event.title) });
    case 'session-deleted':
      return t('review.event.deleted');
    case 'session-restored':
      return t('review.event.restored');
    case 'session-marked':
      return t('review.event.marked');
    case 'note-added':
      return t('review.event.noteAdded', { text: excerpt(event.text) });
    case 'note-changed':
      return t('review.event.noteChanged');
    case 'note-removed':
      return t('review.event.noteRemoved');
    case 'history-rewound':
      return event.reason === 'restore' ? t('review.event.broughtBack', { n: event.toSeq }) : eventName(t, event);
    case 'request-sent':
      return event.purpose === 'summary'
        ? t('review.event.summaryRequest')
        : t('review.event.request', { n: format.number(event.tokens.total) });
    case 'model-responded': {
      if (event.purpose === 'summary') return t('review.event.summarised');
      if (event.text.trim() !== '') return t('review.event.answered', { text: excerpt(event.text) });
      return t('review.event.calls', { names: format.list(event.toolCalls.map(({ name }) => name)) });
    }
    case 'model-failed':
      return t('review.event.modelFailed', { text: excerpt(event.message) });
    case 'tool-started':
      return t('review.event.toolStarted', { name: event.name });
    case 'tool-finished':
      return t(event.ok ? 'review.event.toolFinished' : 'review.event.toolFailed', {
        name: event.name,
        duration: format.duration(event.ms),
      });
    case 'tool-server-changed':
      return toolServerWords(t, event);
    case 'skill-switch-changed':
      return t('review.event.skillSwitched', { name: event.skill });
    case 'approval-requested':
      return t('review.event.asked', { text: excerpt(event.detail.command ?? event.detail.path ?? event.action) });
    case 'approval-resolved':
      return t(event.decision === 'denied' ? 'review.event.denied' : 'review.event.allowed');
    case 'script-started':
      return t('review.event.scriptStarted', { text: excerpt(event.command) });
    case 'script-finished': {
      const duration = format.duration(event.ms);
      if (event.exitCode === null) return t('review.event.scriptEnded', { duration });
      return event.exitCode === 0
        ? t('review.event.scriptDone', { duration })
        : t('review.event.scriptFailed', { code: event.exitCode, duration });
    }
    case 'artifact-saved':
      return t('review.event.artifact', { name: event.name });
    case 'artifact-deleted':
      return t('review.event.artifactDeleted', { name: event.name });
    case 'artifact-restored':
      return t('review.event.artifactRestored', { name: event.name });
    case 'grant-withdrawn':
      return t('review.event.grantWithdrawn');
    case 'terminal-waiting':
      return t('review.event.terminalWaiting');
    case 'terminal-input':
      return t('review.event.terminalInput');
    case 'state-changed':
      return t(`review.event.state.${event.to}`);
    case 'run-finished':
      return event.state === 'error'
        ? t('review.event.runFailed', { text: excerpt(event.message ?? event.code ?? '') })
        : t('review.event.runDone');
    case 'unknown':
      return t('review.event.unknown', { name: event.originalType });
    default:
      return assertNever(event);
  }
}
