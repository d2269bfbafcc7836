/** What a picture or PDF is, and by which rule its tokens were estimated, in words. */
import type { MediaFacts } from '../../../shared/attachments.ts';
import type { MediaRule } from './media-tokens.ts';

const RULES: Readonly<Record<MediaRule, string>> = {
  'openai-tiles': 'OpenAI’s rule for tiles',
  'openai-patches': 'OpenAI’s rule for patches',
  anthropic: 'Anthropic’s rule',
  gemini: 'Google’s rule for Gemini',
};

export function mediaReason({ kind, width = 0, height = 0, pages = 1 }: MediaFacts, rule: MediaRule): string {
  const what =
    kind === 'image'
      ? `a picture of ${width} × ${height} pixels`
      : `a PDF of ${pages} ${pages === 1 ? 'page' : 'pages'}`;
  return `${what} that the person attached; estimated by ${RULES[rule]}`;
}
