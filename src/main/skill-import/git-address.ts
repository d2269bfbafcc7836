/** Interprets a pasted Git address. */
import { detailed } from '../../shared/messages/detail.ts';
import { isSafeAddress } from './git-http.ts';

export interface GitAddress {
  readonly url: string;
  readonly ref?: string | undefined;
  /** Inside the repository, with `/`. */
  readonly path?: string | undefined;
}

/** Browser URLs of GitHub, GitLab and Gitea for a path in a repository. */
const PLACES = [
  /^(?<repository>\/[^/]+\/[^/]+)\/(?:tree|blob)\/(?<ref>[^/]+)(?:\/(?<path>.+))?$/,
  /^(?<repository>\/.+?)\/-\/(?:tree|blob)\/(?<ref>[^/]+)(?:\/(?<path>.+))?$/,
  /^(?<repository>\/[^/]+\/[^/]+)\/src\/(?:branch|tag|commit)\/(?<ref>[^/]+)(?:\/(?<path>.+))?$/,
];

export const looksLikeWeb = (address: string): boolean => /^https?:\/\//i.test(address);

/** Signs in with a key: only the installed `git` can. */
export const needsSsh = (address: string): boolean =>
  /^ssh:\/\//i.test(address) || (/^[\w.-]+@[\w.-]+:/.test(address) && !address.includes('://'));

const SHORTHAND = /^(?<owner>[A-Za-z0-9][\w.-]*)\/(?<repository>[A-Za-z0-9][\w.-]*)(?:@(?<skill>[^/@\s]+))?$/;

/** `owner/repo` and `owner/repo@skill`, as `npx skills` writes them: on GitHub. */
export function readShorthand(address: string): { readonly url: string; readonly skill?: string } | undefined {
  const { owner, repository, skill } = SHORTHAND.exec(address)?.groups ?? {};
  if (owner === undefined || repository === undefined) return undefined;
  return { url: `https://github.com/${owner}/${repository}`, ...(skill === undefined ? {} : { skill }) };
}

export interface ArchiveAddress {
  readonly url: string;
  /** SHA-256 in hexadecimal, given as `#sha256=…`. */
  readonly sha256?: string;
}

/** An archive on the web. */
export function readArchiveAddress(address: string): ArchiveAddress | undefined {
  if (!looksLikeWeb(address) || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (!/\.(?:zip|skill|jar|tgz|tar\.gz)$/i.test(url.pathname)) return undefined;
  const [, sha256] = /^#sha256=([0-9a-f]{64})$/i.exec(url.hash) ?? [];
  url.hash = '';
  return { url: url.href, ...(sha256 === undefined ? {} : { sha256 }) };
}

/** @throws SkilldeckError `bad-input`, which says what to give instead. */
export function readGitAddress(address: string): GitAddress {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined) throw detailed('bad-input', 'address-other', { address });
  if (url.username !== '' || url.password !== '') throw detailed('bad-input', 'address-password');
  if (!isSafeAddress(url)) throw detailed('bad-input', 'address-plain', { address });
  const pathname = url.pathname.replace(/\/+$/, '');
  for (const place of PLACES) {
    const found = place.exec(pathname)?.groups;
    if (found === undefined) continue;
    const { repository = '', ref, path } = found;
    const decode = (text: string | undefined) => (text === undefined ? undefined : decodeURIComponent(text));
    return { url: `${url.origin}${repository}`, ref: decode(ref), path: decode(path) };
  }
  return { url: `${url.origin}${pathname}${url.search}` };
}
