/** All that a person can read or hear on the screen at this moment, one text a line. */
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
      if (element === null || element.closest('script, style, .xterm') !== null) continue;
      // Words for a screen reader alone are a pixel wide, and count.
      if (!element.checkVisibility()) continue;
      if (node instanceof Element) {
        for (const name of ['aria-label', 'placeholder', 'title', 'alt']) add(node.getAttribute(name));
      } else add(node.textContent);
    }
    return [...found];
  });
}

/** The Latin words of `texts` that are not in `allowed`. */
export function latinWords(texts: readonly string[], allowed: readonly RegExp[]): readonly string[] {
  const rest = texts.flatMap(
    (text) => allowed.reduce((left, pattern) => left.replaceAll(pattern, ' '), text).match(/[A-Za-z]{2,}/g) ?? [],
  );
  return [...new Set(rest)];
}
