/** Media types by the endings of names. Their tables, of a thousand types, are made when the first is asked for. */
import { Mime } from 'mime/lite';
import otherTypes from 'mime/types/other.js';
import standardTypes from 'mime/types/standard.js';
import { lazily } from '../../shared/lazily.ts';

const types = lazily(() => new Mime(standardTypes, otherTypes));

/** @param name of a file, with or without its folders; undefined for an ending that no type has. */
export const typeByName = (name: string): string | undefined => types().getType(name) ?? undefined;

/** The usual ending of such files, without its dot; undefined for a type that is not known, or empty. */
export const endingOf = (type: string): string | undefined => types().getExtension(type) || undefined;
