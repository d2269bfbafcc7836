import { type FindingWords, findingText, findingWords } from '../../shared/messages/finding.ts';
import { useLanguage } from '../i18n/index.ts';

type Finding = Parameters<typeof findingWords>[1];

/** A finding in the person's language, in parts and as one text. */
export function useFindingWords(): (finding: Finding) => FindingWords & { readonly text: string } {
  const language = useLanguage();
  return (finding) => ({ ...findingWords(language, finding), text: findingText(language, finding) });
}
