/** Allowed targets of a link in a model's answer. */
export type LinkTarget =
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
