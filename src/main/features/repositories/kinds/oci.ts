/**
 * A skill as an artifact in an OCI registry: one layer, the `.skill` file, and a tag for each version
 * (opencontainers/distribution-spec 1.1, opencontainers/image-spec 1.1 "Guidelines for Artifact Usage").
 */
import path from 'node:path';
import { reasoned } from '../../../../shared/messages/detail.ts';
import type { ListedSkill } from '../../../../shared/repositories.ts';
import { sha256 } from '../../../lib/sha256.ts';
import { download } from '../../../skill-import/download.ts';
import { openSource } from '../../../skill-import/open-source.ts';
import { refused, refusedFor } from '../../../skill-import/refused.ts';
import type { Connect, Publication, SkillRepository } from '../repository.ts';
import { ARTIFACT, LAYER, MANIFEST, type Manifest, openRegistry } from './oci-registry.ts';

const EMPTY_TYPE = 'application/vnd.oci.empty.v1+json';
const EMPTY = Buffer.from('{}');
const TITLE = 'org.opencontainers.image.title';
const VERSION = 'org.opencontainers.image.version';
const DESCRIPTION = 'org.opencontainers.image.description';
const CREATED = 'org.opencontainers.image.created';
const AUTHORS = 'org.opencontainers.image.authors';
const NOTES = 'io.agentskills.notes';
/** Versions whose notes are fetched. */
const MAX_VERSIONS = 20;

/** `oci://USER@HOST:PORT/NAME`, then nothing, `:TAG` or `@sha256:DIGEST`. */
const ADDRESS =
  /^oci:\/\/(?:(?<user>[^@/]*)@)?(?<host>[^/@]+)\/(?<name>[a-z0-9][a-z0-9._/-]*)(?::(?<tag>[\w][\w.-]{0,127})|@(?<digest>sha256:[0-9a-f]{64}))?$/;

export async function openOci({
  definition,
  password,
  work,
  signal,
  catalogTokens,
}: Connect): Promise<SkillRepository> {
  const parts = ADDRESS.exec(definition.address)?.groups;
  if (parts === undefined) throw refusedFor('address', 'oci-address', { address: definition.address });
  const { user = '', host = '', name = '', tag, digest } = parts;
  const registry = openRegistry({ user, host, name, password }, signal);
  const { base, call, refuse, tags, manifestOf, upload } = registry;
  let layer: string | undefined;

  return {
    async list() {
      const reference = digest ?? tag ?? (await tags())[0];
      if (reference === undefined) return { skills: [], broken: [] };
      const manifest = await manifestOf(reference);
      const title = manifest?.annotations?.[TITLE] ?? name.split('/').at(-1) ?? '';
      if (manifest === undefined) return { skills: [], broken: [{ where: reference, ...reasoned('listed-no-skill') }] };
      if (!/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,254}$/u.test(title))
        return { skills: [], broken: [{ where: reference, ...reasoned('listed-name') }] };
      const [{ digest: blob, size }] = manifest.layers as [Manifest['layers'][number]];
      const description = manifest.annotations?.[DESCRIPTION] ?? '';
      layer = blob;
      const version = manifest.annotations?.[VERSION] ?? tag;
      const skill: ListedSkill = {
        id: title,
        description,
        path: '',
        fingerprint: blob,
        bytes: size,
        tokens: { catalog: await catalogTokens(title, description), instructions: null },
        ...(version === undefined ? {} : { version }),
      };
      return { skills: [skill], broken: [], revision: reference };
    },
    async open([wanted]) {
      if (layer === undefined || wanted === undefined) throw new Error('nothing was listed');
      const file = path.join(work, 'layer.skill');
      const authorization = registry.authorization();
      const headers = authorization === undefined ? {} : { authorization };
      await download(`${base}blobs/${layer}`, file, { sha256: layer.slice('sha256:'.length), headers, signal });
      const opened = await openSource({ kind: 'address', address: file }, work, signal);
      return { ...opened, topName: wanted.id, origin: { kind: 'repository', address: definition.address } };
    },
    async versions() {
      const some = (await tags()).slice(0, MAX_VERSIONS);
      const found = await Promise.all(some.map(async (one) => ({ one, manifest: await manifestOf(one) })));
      return found.flatMap(({ one, manifest }) => {
        if (manifest === undefined) return [];
        const { [NOTES]: notes = '', [AUTHORS]: by = '', [CREATED]: at = '' } = manifest.annotations ?? {};
        return [{ version: one, notes, by, at }];
      });
    },
    async publish({ id, version, notes, by, description, archive }: Publication) {
      const there = await call('tags/list?n=1000');
      const known = there.ok ? await tags() : [];
      if (known.includes(version)) throw refused('version-exists', { id, version });
      const before = known[0] === undefined ? undefined : (await manifestOf(known[0]))?.annotations?.[TITLE];
      if (before !== undefined && before !== id) throw refused('server-other-skill', { host, name, id: before });
      const [config, blob] = [await upload(EMPTY), await upload(archive)];
      const annotations = {
        [TITLE]: id,
        [VERSION]: version,
        [DESCRIPTION]: description,
        [CREATED]: new Date().toISOString(),
        [AUTHORS]: by,
        [NOTES]: notes,
      };
      const manifest = {
        schemaVersion: 2,
        mediaType: MANIFEST,
        artifactType: ARTIFACT,
        config: { mediaType: EMPTY_TYPE, ...config },
        layers: [{ mediaType: LAYER, ...blob }],
        annotations,
      };
      const body = JSON.stringify(manifest);
      const headers = { 'content-type': MANIFEST };
      const stored = await call(`manifests/${version}`, { method: 'PUT', headers, body });
      if (stored.status !== 201) await refuse(stored, 'step-store', { id, version });
    },
    async unpublish(id, version) {
      const there = await call(`manifests/${version}`, { headers: { accept: MANIFEST } });
      if (!there.ok) return refuse(there, 'step-missing', { version });
      // By its digest: not every registry deletes by a tag. No other tag has it, as it holds the version.
      const gone = await call(`manifests/sha256:${sha256(await there.text())}`, { method: 'DELETE' });
      if (gone.status === 405 || gone.status === 400) await refuse(gone, 'step-no-unpublish');
      if (gone.status !== 202) await refuse(gone, 'step-unpublish', { id, version });
    },
    close: async () => {},
  };
}
