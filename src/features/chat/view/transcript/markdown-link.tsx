import { ExternalLink, Plug } from 'lucide-react';
import { isValidElement, type ReactNode } from 'react';
import { useChatScope } from '../../../../renderer/cards/chat-scope.tsx';
import { useWords } from '../../../../renderer/shared/words.ts';
import { Button } from '../../../../renderer/ui/index.ts';
import { linkTarget, saysTarget } from './links.ts';

const LINK = 'text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-accent';

/** A link in an answer. The words are the model's, so where it leads is shown beside them unless they are that very address. */
export function MarkdownLink({
  href,
  children,
}: {
  readonly href?: string | undefined;
  readonly children?: ReactNode;
}) {
  const words = useWords();
  const { openSettings } = useChatScope();
  const target = linkTarget(href);
  const isSaid = saysTarget(textOf(children), target);
  switch (target.kind) {
    case 'settings':
      return (
        <Button size="sm" className="mx-0.5 align-middle" onClick={openSettings}>
          <Plug aria-hidden className="size-3.5" />
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
