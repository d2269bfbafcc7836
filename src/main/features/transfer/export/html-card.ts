/** Cards as the app shows them, without what can be pressed. */
import {
  type CardFact,
  type CardItem,
  type PlainCard,
  type Speech,
  textIn,
  valueText,
} from '../../../../shared/cards/plain-card.ts';
import { html, htmlLine } from './html-text.ts';

export function cardHtml(card: PlainCard, speech: Speech): string {
  const items = card.items.map((item) => `<li>${itemHtml(item, 'h4', speech)}</li>`).join('');
  const notes = card.notes.map((note) => `<p class="meta">${html(textIn(note, speech.language))}</p>`).join('');
  const list = items === '' ? '' : `<ol>${items}</ol>`;
  return `<section class="card"><div>${itemHtml(card, 'h3', speech)}${notes}</div>${list}</section>`;
}

function itemHtml({ title, subtitle, status, price, facts }: CardItem, tag: string, speech: Speech): string {
  const say = (text: Parameters<typeof textIn>[0]) => htmlLine(textIn(text, speech.language));
  const head = [
    `<span>${say(title)}</span>`,
    subtitle === undefined ? '' : `<span class="sub">${say(subtitle)}</span>`,
    status === undefined ? '' : `<span class="badge ${status.tone}">${say(status.text)}</span>`,
    price === undefined ? '' : `<span class="price">${htmlLine(valueText(price, speech))}</span>`,
  ];
  return `<${tag}>${head.join('')}</${tag}>${factsHtml(facts, speech)}`;
}

function factsHtml(facts: readonly CardFact[], speech: Speech): string {
  if (facts.length === 0) return '';
  const rows = facts.map(({ label, value }) => {
    const text = html(valueText(value, speech));
    if (label === undefined) return `<dd class="whole">${text}</dd>`;
    return `<dt>${htmlLine(textIn(label, speech.language))}</dt><dd>${text}</dd>`;
  });
  return `<dl>${rows.join('')}</dl>`;
}
