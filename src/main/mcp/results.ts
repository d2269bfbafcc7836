/** A tool's answer as text for the model and files for the session. Nothing in it is trusted. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { endingOf } from '../lib/media-types.ts';
import { visible } from '../lib/visible.ts';

interface ServerFile {
  /** Below out/. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface ReadResult {
  readonly ok: boolean;
  readonly text: string;
  readonly files: readonly ServerFile[];
}

/** Bytes of one file: the limit of an artifact (CONTRACT §7). */
const MAX_FILE = 4 * 1024 * 1024;
const MOST_FILES = 20;

type Block = CallToolResult['content'][number];

/** @param stem of the names of files, such as `calendar-month`. */
export function readResult({ content, structuredContent, isError }: CallToolResult, stem: string): ReadResult {
  const files: ServerFile[] = [];
  const keep = (data: string, type: string | undefined, what: string): string => {
    const bytes = Buffer.from(data, 'base64');
    if (files.length >= MOST_FILES) return `[${what}: left out, over the limit of ${MOST_FILES} files]`;
    if (bytes.length > MAX_FILE) return `[${what}: left out, ${bytes.length} bytes are over the limit of ${MAX_FILE}]`;
    const ending = endingOf(type ?? '') ?? 'bin';
    const name = `${stem}${files.length === 0 ? '' : `-${files.length + 1}`}.${ending}`;
    files.push({ name, bytes });
    return `[${what}: kept as out/${name}, ${bytes.length} bytes]`;
  };
  const read = (block: Block): string => {
    switch (block.type) {
      case 'text':
        return visible(block.text);
      case 'image':
      case 'audio':
        return keep(block.data, block.mimeType, `${block.type} (${visible(block.mimeType)})`);
      case 'resource_link':
        return `[link: ${visible(block.title ?? block.name)} ${visible(block.uri)}]`;
      case 'resource': {
        const { resource } = block;
        const uri = visible(resource.uri);
        if ('text' in resource) return `[resource ${uri}]\n${visible(resource.text)}`;
        return keep(resource.blob, resource.mimeType, `resource ${uri}`);
      }
    }
  };
  const parts = content.map(read);
  // A server gives structured content beside the same as text; some give it alone.
  if (parts.length === 0 && structuredContent !== undefined) parts.push(visible(JSON.stringify(structuredContent)));
  return { ok: isError !== true, text: parts.join('\n'), files };
}
