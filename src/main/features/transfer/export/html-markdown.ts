/** A model's answer as the app shows it: Markdown, but no raw HTML, no pictures, and no links but to the web and to mail. */
import { Marked, type Tokens } from 'marked';
import { html } from './html-text.ts';

const LINK = /^(?:https?:|mailto:)/i;

/** Headings below those of the page. */
const LEVELS = 2;

const marked = new Marked({
  gfm: true,
  breaks: false,
  renderer: {
    html: ({ text }: Tokens.HTML | Tokens.Tag) => html(text),
    text(token: Tokens.Text | Tokens.Escape) {
      return 'tokens' in token && token.tokens !== undefined ? this.parser.parseInline(token.tokens) : html(token.text);
    },
    codespan: ({ text }: Tokens.Codespan) => `<code>${html(text)}</code>`,
    code: ({ text }: Tokens.Code) => `<pre><code>${html(text)}</code></pre>\n`,
    image: ({ text }: Tokens.Image) => html(text),
    heading({ tokens, depth }: Tokens.Heading) {
      const level = Math.min(6, depth + LEVELS);
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
    },
    link({ href, tokens }: Tokens.Link) {
      const text = this.parser.parseInline(tokens);
      // An address is text, where no one made it a link.
      const isBare = href.startsWith('mailto:') && text === html(href.slice('mailto:'.length));
      return LINK.test(href) && !isBare ? `<a href="${html(href)}" rel="noreferrer noopener">${text}</a>` : text;
    },
    checkbox: ({ checked }: Tokens.Checkbox) => (checked ? '☑ ' : '☐ '),
  },
});

/** Always closed tags, whatever the text holds. */
export const markdownHtml = (text: string): string => `<div class="text">${marked.parse(text, { async: false })}</div>`;
