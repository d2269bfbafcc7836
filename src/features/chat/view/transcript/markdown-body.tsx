/** A model's answer. Raw HTML is shown as text, images are not loaded, links are checked; only the growing block is re-rendered. */

import { ExternalLink, Plug } from 'lucide-react';
import { isValidElement, memo, type ReactNode, useRef } from 'react';
import type { Components } from 'streamdown';
import { useChatScope } from '../../../../renderer/cards/chat-scope.tsx';
import { CopyButton } from '../../../../renderer/shared/copy-button.tsx';
import { MARKDOWN_COMPONENTS, SafeMarkdown } from '../../../../renderer/shared/markdown.tsx';
import { useWords } from '../../../../renderer/shared/words.tsx';
import { Button } from '../../../../renderer/ui/index.ts';

function NoImage({ alt }: { readonly alt?: string | undefined }) {
  const words = useWords();
  return <span className="text-ink-soft">{words.t('markdown.imageNotShown', { alt: alt ?? '' })}</span>;
}

const COMPONENTS = {
  ...MARKDOWN_COMPONENTS,
  a: ({ href, children }) => <MarkdownLink href={href}>{children}</MarkdownLink>,
  img: ({ alt }) => <NoImage alt={alt} />,
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
} satisfies Components;

export const MarkdownBody = memo(function MarkdownBody({
  text,
  streaming,
}: {
  readonly text: string;
  readonly streaming: boolean;
}) {
  return <SafeMarkdown text={text} streaming={streaming} components={COMPONENTS} />;
});

/** A block of code in an answer: calm, wrapped by scrolling, with one quiet button. */
function CodeBlock({ children }: { readonly children: ReactNode }) {
  const words = useWords();
  const code = useRef<HTMLPreElement>(null);
  return (
    <div className="group/code relative my-3">
      <pre
        ref={code}
        className="overflow-x-auto rounded-panel border border-line bg-side px-3.5 py-3 font-mono text-sm leading-relaxed [&_code]:whitespace-pre [&_code]:bg-transparent [&_code]:p-0"
      >
        {children}
      </pre>
      <CopyButton
        label={words.t('markdown.copyCode')}
        text={() => code.current?.textContent ?? ''}
        className="absolute top-1.5 right-1.5 bg-side opacity-0 focus-visible:opacity-100 group-hover/code:opacity-100 pointer-coarse:opacity-100"
      />
    </div>
  );
}

const LINK = 'text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-accent';

/** A link in an answer. The words are the model's, so where it leads is shown beside them unless they are that very address. */
function MarkdownLink({ href, children }: { readonly href?: string | undefined; readonly children?: ReactNode }) {
  const words = useWords();
  const { openSettings } = useChatScope();
  const target = linkTarget(href);
  const isSaid = saysTarget(textOf(children), target);
  switch (target.kind) {
    case 'settings':
      return (
        <Button size="sm" className="mx-0.5 align-middle" onClick={openSettings} icon={Plug}>
          {children}
        </Button>
      );
    case 'mail':
      return (
        <a href={target.href} className={LINK}>
          {children}
          {isSaid ? null : <span className="text-ink-soft text-sm"> ({target.address})</span>}
        </a>
      );
    case 'outside':
      return (
        <a
          href={target.href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          title={words.t('markdown.linkTo', { host: target.host })}
          className={LINK}
        >
          {children}
          {isSaid ? null : <span className="text-ink-soft text-sm"> ({target.host})</span>}
          <ExternalLink aria-hidden className="mb-0.5 ml-0.5 inline size-3" />
        </a>
      );
    default:
      return <span>{children}</span>;
  }
}

function textOf(node: ReactNode): string {
  if (Array.isArray(node)) return node.map(textOf).join('');
  if (isValidElement<{ readonly children?: ReactNode }>(node)) return textOf(node.props.children);
  return typeof node === 'string' || typeof node === 'number' ? String(node) : '';
}

/** Allowed targets of a link in a model's answer. */
type LinkTarget =
  | { readonly kind: 'outside'; readonly href: string; readonly host: string }
  | { readonly kind: 'mail'; readonly href: string; readonly address: string }
  /** `skilldeck://settings/model`: a button of the app. */
  | { readonly kind: 'settings' }
  /** Any other link: shown as plain text. */
  | { readonly kind: 'none' };

export function linkTarget(href: string | undefined): LinkTarget {
  if (href === undefined) return { kind: 'none' };
  let url: URL;
  try {
    url = new URL(href);
  } catch {
    return { kind: 'none' };
  }
  if (url.protocol === 'skilldeck:') return url.host === 'settings' ? { kind: 'settings' } : { kind: 'none' };
  if (url.protocol === 'mailto:') return { kind: 'mail', href: url.href, address: decoded(url.pathname) };
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { kind: 'none' };
  // A name before the host reads as if it were the host.
  if (url.username !== '' || url.password !== '') return { kind: 'none' };
  return { kind: 'outside', href: url.href, host: url.host };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * True if a link's text already shows its target: it is an address whose host equals the link's, character by
 * character. Text that only contains the host, with a name before it, another host or an invisible character, does not
 * count.
 */
export function saysTarget(words: string, target: LinkTarget): boolean {
  const said = words.trim().toLowerCase();
  if (/[\p{Cc}\p{Cf}]/u.test(said)) return false;
  if (target.kind === 'mail') return said.replace(/^mailto:/, '') === target.address.toLowerCase();
  if (target.kind !== 'outside') return true;
  const [, host] = /^(?:https?:\/\/)?([^\s/?#\\@]+)(?=[/?#]|$)/.exec(said) ?? [];
  return host === target.host && !/\s/.test(said);
}
