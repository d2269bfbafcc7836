/** Where a link in a model's answer may lead. */
export type LinkTarget =
  | { readonly kind: 'outside'; readonly href: string; readonly host: string }
  | { readonly kind: 'mail'; readonly href: string }
  /** `skilldeck://settings/model`: a button of the app. */
  | { readonly kind: 'settings' }
  /** Everything else is shown as the words alone. */
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
  if (url.protocol === 'mailto:') return { kind: 'mail', href: url.href };
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { kind: 'none' };
  // A name before the host reads as if it were the host.
  if (url.username !== '' || url.password !== '') return { kind: 'none' };
  return { kind: 'outside', href: url.href, host: url.host };
}
