import { singleLine } from '../../../shared/text/shorten.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** `<skill>` with these elements, a line each. A description can neither close its element nor open another. */
export function skillElement(fields: readonly (readonly [tag: string, text: string])[]): string {
  const escaped = (text: string) =>
    singleLine(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
  return ['<skill>', ...fields.map(([tag, text]) => `<${tag}>${escaped(text)}</${tag}>`), '</skill>'].join('\n');
}
