import { currentLanguage, formatFor, translate } from '../../i18n/index.ts';
import { type Failure, remedyFor } from '../../store/index.ts';
import { notify } from '../../ui/index.ts';

/** Of the core's own messages. */
export const CORE_LANGUAGE = 'en';

/** A failure as headline and what to do, in the person's language; the core's own words where they are in it. */
export function failureWords({ code, message, figures }: Failure): { readonly title: string; readonly text: string } {
  const title = translate(`errors.${code}`);
  if (code === 'not-connected') return { title, text: translate('common.notConnected') };
  if (code === 'unexpected') return { title, text: translate('common.unexpected', { message }) };
  const language = currentLanguage();
  return {
    title,
    text: language === CORE_LANGUAGE ? message : remedyFor(translate, formatFor(language), code, figures),
  };
}

/** Says a failure in a notice. */
export function tell(failure: Failure): void {
  const { title, text } = failureWords(failure);
  notify.error(title, text);
}
