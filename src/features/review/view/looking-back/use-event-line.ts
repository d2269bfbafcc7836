import { useLanguage } from '../../../../renderer/i18n/index.ts';
import type { SessionEvent } from '../../../../shared/events.ts';
import { describeEvent } from '../../../../shared/messages/describe-event.ts';

/** Characters that usually distinguish a text from others. */
const EXCERPT = 80;

/** An event in one line, for stepping through a conversation. */
export function useEventLine(): (event: SessionEvent) => string {
  const language = useLanguage();
  return (event) => describeEvent(language, event, EXCERPT);
}
