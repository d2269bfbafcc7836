/** All that a person can read or hear on the screen at this moment, one text a line; code and quoted texts are no words. */
import type { Page } from '@playwright/test';

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
      // Words for a screen reader alone are a pixel wide, and count.
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

/** The skills that come with the app. */
export const BUNDLED = ['book-flight', 'expense-report', 'skill-creator', 'trip-planner'];

/** Names, keys, codes and what is written the same in every language. */
export const SAME_EVERYWHERE = [
  new RegExp(BUNDLED.join('|'), 'g'),
  /Skilldeck|SKILL\.md|get_current_time\.py|[\w/]+\.(?:md|py)\b/g,
  /Enter|Shift|Tab|Ctrl|Esc|Alt|alt\+T|Del|JSON|Markdown|SHA-256|API|OpenAI|English/g,
  // References of bookings, files, and who builds airliners.
  /\b[A-Z]{6}\b|\.(?:ics|html)\b|\b(?:COMAC|Airbus|Boeing|Embraer)\b/g,
  // Tools, and what is called so by whoever set it up.
  /\b[a-z]+(?:_[a-z]+)+\b|\b(?:default|skilldeck-demo|SHA-256|curl|cURL)\b/g,
  // Names in kebab case (models, skills), sessions, archives.
  /\b[a-z]+\d*(?:[-.][a-z\d.]+)+\b|\b\d{8}-\w+|\bGit\b|\.(?:skill|zip|tar|gz)\b/g,
  // A model, how addresses begin, an example of a skill's name, a piece of a text that is compared.
  /\bcodestral\b|\bhttps\b|\bhelp\b|\bou\b/g,
  // Programs, keys and units.
  /git status|curl|Home|End|\b[KMGT]B\b/g,
  // Airlines' and airports' codes.
  /\b[A-Z\d]{2}\d{3,4}\b|\b[A-Z]{3}\b/g,
  /https?:\/\/\S+|\/[\w./-]+/g,
  /DeepSeek|Ollama|LM Studio|llama\.cpp|vLLM|OpenRouter|Moonshot|Kimi|Qwen|Zhipu|GLM|SiliconFlow|Groq|Mistral|Gemini|Google|Anthropic|xAI|Azure/g,
];
