/**
 * All that a person can read or hear on the screen at this moment, one text a line; code, quoted texts, and what is
 * marked as another language are no words of the screen.
 */
import type { Page } from '@playwright/test';
import { KNOWN_PRICES } from '../../src/shared/models/model-row.ts';

export function visibleWords(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const add = (text: string | null | undefined) => {
      const trimmed = (text ?? '').trim();
      if (trimmed !== '') found.add(trimmed);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      if (
        element === null ||
        element.closest('script, style, .xterm, code, pre, .font-mono, [translate="no"]') !== null
      )
        continue;
      // Said to be in another language: each language by its own name, the core's exact message.
      const { lang } = element.closest<HTMLElement>('[lang]') ?? document.documentElement;
      if (lang.slice(0, 2) !== document.documentElement.lang.slice(0, 2)) continue;
      // Words for a screen reader only are a pixel wide, and count.
      if (!element.checkVisibility()) continue;
      if (node instanceof Element) {
        for (const name of ['aria-label', 'placeholder', 'title', 'alt']) add(node.getAttribute(name));
      } else add(node.textContent);
    }
    return [...found];
  });
}

/** The texts of which something is Latin that is not in `allowed`, each after the words that are. */
export function latinWords(texts: readonly string[], allowed: readonly RegExp[]): readonly string[] {
  return texts.flatMap((text) => {
    const words = allowed.reduce((left, pattern) => left.replaceAll(pattern, ' '), text).match(/[A-Za-z]{2,}/g) ?? [];
    return words.length === 0 ? [] : [`${[...new Set(words)].join(', ')}: ${text}`];
  });
}

/** Escapes a text for a pattern. */
export const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The skills that come with the app. */
export const BUNDLED = ['book-flight', 'expense-report', 'skill-creator', 'trip-planner'];

/** Names, keys, codes and what is written the same in every language. */
export const SAME_EVERYWHERE = [
  /https?:\/\/\S+|(?:postgres|mysql):\/\/[\w.@/-]*|(?:\b[\w-]+)?\/[\w./-]+|\B--[a-z]+/g,
  /\b(?:HTTPS?|ALL|NO)_PROXY\b/g,
  new RegExp(BUNDLED.join('|'), 'g'),
  // Models that have a price.
  new RegExp(
    Object.keys(KNOWN_PRICES)
      .toSorted((one, other) => other.length - one.length)
      .map(literal)
      .join('|'),
    'g',
  ),
  /Skilldeck|SKILL\.md|get_current_time\.py|[\w/]+\.(?:md|py)\b/g,
  /Enter|Shift|Tab|Ctrl|Esc|Alt|alt\+T|Del|Page Up|Page Down|JSON Lines|JSON|HTML|ATIF|OpenTelemetry|Jaeger|Langfuse|MariaDB|Markdown|SHA-256|API|MCP|OpenAI|English/g,
  // References of bookings, files, and who builds airliners.
  /\b[A-Z]{6}\b|\.(?:ics|html|sh)\b|\b(?:COMAC|Airbus|Boeing|Embraer)\b/g,
  // Tools, and names chosen by the person who set it up.
  /\b[a-z\d]+(?:_[a-z]+)+\b|\b(?:default|evals(?!\.)|omni|SHA-256|curl|cURL)\b/g,
  // Names in kebab case (models, skills), sessions, archives.
  /\b[a-z]+\d*(?:[-.][a-z\d.]+)+\b|\b\d{8}-\w+|\bGit\b|\.(?:skill|zip|tar|gz)\b/g,
  // Environment variables.
  /\bOTEL_[A-Z_]+\b/g,
  // Protocols.
  /Chat Completions|OpenAI Responses|Anthropic Messages/g,
  // Programs, keys and units.
  /git status|make|curl|bubblewrap|Home|End|\b[KMGT]B\b/g,
  // Formats of other tools' transcripts.
  /\b(?:openai|anthropic|codex|atif|otlp|langsmith|sharegpt)\b/g,
  // Placeholder in a file for redacted text.
  /\[redacted:[a-z]+\]/g,
  // Airlines' and airports' codes.
  /\b[A-Z\d]{2}\d{2,4}\b|\b[A-Z]{3}\b/g,
  /DeepSeek|Ollama|LM Studio|llama\.cpp|vLLM|OpenRouter|Moonshot|Kimi|Qwen|Zhipu|GLM|SiliconFlow|Groq|Mistral|Gemini|Google|Anthropic|xAI|Azure|Claude/g,
];
