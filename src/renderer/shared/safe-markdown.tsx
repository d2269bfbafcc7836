import { cjk } from '@streamdown/cjk';
import { type Components, Streamdown } from 'streamdown';
import { shownText } from '../../shared/text/invisible.ts';

const PLUGINS = { cjk };
const NO_PLUGINS: [] = [];
const asWritten = (url: string): string => url;

/**
 * Markdown from untrusted authors. Raw HTML is shown as text; `components` must define both links and pictures. In a
 * growing text only the last block is re-rendered.
 */
export function SafeMarkdown({
  text,
  streaming,
  components,
}: {
  readonly text: string;
  /** Its end may be half a word of Markdown. */
  readonly streaming: boolean;
  readonly components: Components & Required<Pick<Components, 'a' | 'img'>>;
}) {
  return (
    <Streamdown
      mode="streaming"
      className="min-w-0 text-md [overflow-wrap:anywhere]"
      components={components}
      controls={false}
      parseIncompleteMarkdown={streaming}
      plugins={PLUGINS}
      rehypePlugins={NO_PLUGINS}
      urlTransform={asWritten}
    >
      {shownText(text)}
    </Streamdown>
  );
}
