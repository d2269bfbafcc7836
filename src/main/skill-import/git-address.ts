/** Interprets a pasted Git address. */
import { SkilldeckError } from '../../shared/errors.ts';
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

const bad = (message: string) => new SkilldeckError('bad-input', message);

export const looksLikeWeb = (address: string): boolean => /^https?:\/\//i.test(address);

/** @throws SkilldeckError `bad-input`, which says what to give instead. */
export function readGitAddress(address: string): GitAddress {
  if (/^(?:ssh|git):\/\//i.test(address) || /^[\w.-]+@[\w.-]+:/.test(address)) {
    throw bad(`"${address}" needs a key to sign in. Give its https:// address, or clone it and import the folder.`);
  }
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined) throw bad(`"${address}" is no address. Give one such as https://HOST/OWNER/REPOSITORY.`);
  if (url.username !== '' || url.password !== '') {
    throw bad(
      'The address has a name or password in it, which would be kept. Clone it with git and import the folder.',
    );
  }
  if (!isSafeAddress(url)) throw bad(`"${address}" is not encrypted on its way. Give its https:// address.`);
  if (/\.(?:zip|skill|tgz|tar\.gz)$/i.test(url.pathname)) {
    throw bad(`"${address}" is a file. Download it, and import the file.`);
  }
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
