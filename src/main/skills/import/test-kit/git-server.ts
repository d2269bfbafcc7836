/** A Git repository made by `isomorphic-git`, and a host that serves it over real HTTP as far as one fetch of one commit goes. */
import fs from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import git from 'isomorphic-git';
import { listen } from '../../../lib/test-kit/listen.ts';

type Content =
  | string
  | { readonly text: string; readonly executable: true }
  | { readonly linkTo: string }
  | 'submodule';

const AUTHOR = { name: 'A', email: 'a@example.com', timestamp: 1_700_000_000, timezoneOffset: 0 };

export interface GitRepository {
  readonly gitdir: string;
  /** Writes one commit with exactly these files onto a branch. @returns its id. */
  commit(files: Readonly<Record<string, Content>>, branch?: string): Promise<string>;
  tag(name: string): Promise<void>;
}

async function writeTree(gitdir: string, files: ReadonlyMap<string, Content>): Promise<string> {
  const tree: { mode: string; path: string; oid: string; type: 'blob' | 'tree' | 'commit' }[] = [];
  const folders = new Map<string, Map<string, Content>>();
  for (const [file, content] of files) {
    const [top = '', ...rest] = file.split('/');
    if (rest.length > 0) {
      const folder = folders.get(top) ?? new Map<string, Content>();
      folders.set(top, folder.set(rest.join('/'), content));
    } else if (content === 'submodule') {
      tree.push({ mode: '160000', path: top, oid: '1'.repeat(40), type: 'commit' });
    } else {
      const text = typeof content === 'string' ? content : 'linkTo' in content ? content.linkTo : content.text;
      const mode = typeof content === 'string' ? '100644' : 'linkTo' in content ? '120000' : '100755';
      tree.push({ mode, path: top, oid: await git.writeBlob({ fs, gitdir, blob: Buffer.from(text) }), type: 'blob' });
    }
  }
  for (const [name, inside] of folders) {
    tree.push({ mode: '040000', path: name, oid: await writeTree(gitdir, inside), type: 'tree' });
  }
  return git.writeTree({ fs, gitdir, tree });
}

export async function makeRepository(gitdir: string): Promise<GitRepository> {
  await git.init({ fs, gitdir, bare: true, defaultBranch: 'main' });
  return {
    gitdir,
    async commit(files, branch = 'main') {
      const tree = await writeTree(gitdir, new Map(Object.entries(files)));
      const parent = await git.resolveRef({ fs, gitdir, ref: branch }).then(
        (oid) => [oid],
        () => [],
      );
      const commit = { message: 'A commit\n', tree, parent, author: AUTHOR, committer: AUTHOR };
      const oid = await git.writeCommit({ fs, gitdir, commit });
      await git.writeRef({ fs, gitdir, ref: `refs/heads/${branch}`, value: oid, force: true });
      return oid;
    },
    tag: async (name) => git.annotatedTag({ fs, gitdir, ref: name, message: 'A tag', tagger: AUTHOR }),
  };
}

const packet = (data: string | Buffer): Buffer => {
  const body = Buffer.from(data);
  return Buffer.concat([Buffer.from((body.length + 4).toString(16).padStart(4, '0')), body]);
};
const FLUSH = Buffer.from('0000');
/** Bytes of a side-band packet, without its length and channel. */
const BAND = 65_515;

/** Every object that a commit (or a tag of one) needs. */
async function objectsOf(gitdir: string, oid: string): Promise<string[]> {
  const {
    oid: commit,
    commit: { tree },
  } = await git.readCommit({ fs, gitdir, oid });
  const below = async (at: string): Promise<string[]> => {
    const { tree: entries } = await git.readTree({ fs, gitdir, oid: at });
    const nested = entries.map((entry) =>
      entry.type === 'tree' ? below(entry.oid) : entry.type === 'blob' ? [entry.oid] : [],
    );
    return [at, ...(await Promise.all(nested)).flat()];
  };
  return [...new Set([oid, commit, ...(await below(tree))])];
}

export interface GitHost {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** Takes the place of the pack that is sent. */
  pack: Buffer | undefined;
  /** Takes the place of every answer. */
  answer: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  close(): Promise<void>;
}

/** Serves at `/owner/repo`, with or without `.git`. */
export async function startGitHost({ gitdir }: GitRepository): Promise<GitHost> {
  const host: { pack: Buffer | undefined; answer: GitHost['answer'] } = { pack: undefined, answer: undefined };

  async function advertise(response: ServerResponse): Promise<void> {
    const branches = await git.listBranches({ fs, gitdir });
    const tags = await git.listTags({ fs, gitdir });
    const names = [...branches.map((name) => `refs/heads/${name}`), ...tags.map((name) => `refs/tags/${name}`)];
    const refs = await Promise.all(names.map(async (ref) => ({ ref, oid: await git.resolveRef({ fs, gitdir, ref }) })));
    const head = await git.resolveRef({ fs, gitdir, ref: 'HEAD' });
    const abilities = 'shallow side-band-64k symref=HEAD:refs/heads/main allow-reachable-sha1-in-want';
    response.setHeader('content-type', 'application/x-git-upload-pack-advertisement');
    response.end(
      Buffer.concat([
        packet('# service=git-upload-pack\n'),
        FLUSH,
        packet(`${head} HEAD\0${abilities}\n`),
        ...refs.map(({ ref, oid }) => packet(`${oid} ${ref}\n`)),
        FLUSH,
      ]),
    );
  }

  async function send(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const wanted = /want ([0-9a-f]{40})/.exec(Buffer.concat(parts).toString('latin1'))?.[1] ?? '';
    const oids = await objectsOf(gitdir, wanted);
    const pack = host.pack ?? Buffer.from((await git.packObjects({ fs, gitdir, oids })).packfile ?? []);
    const bands: Buffer[] = [];
    for (let at = 0; at < pack.length; at += BAND) {
      bands.push(packet(Buffer.concat([Buffer.from([1]), pack.subarray(at, at + BAND)])));
    }
    const { oid: commit } = await git.readCommit({ fs, gitdir, oid: wanted });
    response.setHeader('content-type', 'application/x-git-upload-pack-result');
    response.end(Buffer.concat([packet(`shallow ${commit}\n`), FLUSH, packet('NAK\n'), ...bands, FLUSH]));
  }

  const server = await listen((request, response) => {
    if (host.answer?.(request, response) === true) return;
    const { pathname } = new URL(request.url ?? '', 'http://host');
    if (/^\/owner\/repo(?:\.git)?\/info\/refs$/.test(pathname)) void advertise(response);
    else if (/^\/owner\/repo(?:\.git)?\/git-upload-pack$/.test(pathname)) void send(request, response);
    else response.writeHead(404).end();
  });
  return Object.assign(host, { url: server.url, close: server.close });
}
