/**
 * The policy of the app's page, the same on both hosts: everything comes from the app itself, and nothing that a
 * model, a skill or a script wrote can load, run or send anything.
 *
 * `style-src` allows inline styles: xterm, sonner and the code highlighter write their own `<style>` elements.
 * Model text never becomes raw HTML, so it has no way to write one.
 * @param connect sources of `connect-src` besides the page's own origin
 */
export function contentSecurityPolicy(connect: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    ["connect-src 'self'", ...connect].join(' '),
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** Headers for every response of the page, whatever its type. */
export const PAGE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
} as const;
