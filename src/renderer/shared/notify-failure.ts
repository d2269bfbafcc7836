import { type Failure, failureText } from '../../shared/messages/failure.ts';
import { currentLanguage, translate } from '../i18n/index.ts';
import { notify } from '../ui/index.ts';

/** Shows a failure in a notice, with what exactly went wrong under "Details". */
export function notifyFailure(failure: Failure): void {
  const { title, text, exact } = failureText(currentLanguage(), failure);
  if (exact === undefined) notify.error(title, text);
  else notify.error(title, text, { label: translate('remedies.details'), ...exact });
}
