/** Reads an `ExportTraceServiceRequest` by the files that OpenTelemetry publishes, independently of the library that wrote it. */
import { createRequire } from 'node:module';

interface ProtoRoot {
  lookupType(name: string): {
    decode(bytes: Buffer): object;
    toObject(message: object, options: object): Record<string, unknown>;
  };
}
const { getProtoRoot } = createRequire(import.meta.url)('@elastic/mockotlpserver/lib/proto.js') as {
  getProtoRoot(): ProtoRoot;
};

/** The request as OTLP's JSON has it, with ids in hexadecimal. */
export function readProtobuf(bytes: Buffer): Record<string, unknown> {
  const type = getProtoRoot().lookupType('opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest');
  const request = type.toObject(type.decode(bytes), { longs: String });
  return JSON.parse(JSON.stringify(request, (_key, value) => (isBytes(value) ? hex(value) : value)));
}

/** A Buffer has become this before a replacer sees it. */
interface JsonBytes {
  readonly type: 'Buffer';
  readonly data: readonly number[];
}

const isBytes = (value: unknown): value is JsonBytes => (value as Partial<JsonBytes> | null)?.type === 'Buffer';
const hex = ({ data }: JsonBytes): string => Buffer.from(data).toString('hex');
