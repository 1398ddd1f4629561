// Reads and validates what a request carries: a bounded JSON body, or the query. Refusals name the field.

import type { z } from 'zod';
import { LIMITS } from '#contract/limits.ts';
import type { RefusedField } from '#contract/params/submission.ts';
import { ok, refuse, type Result } from '../result.ts';
import { describeIssue } from './describe-issue.ts';
import { parseStrictJson } from './strict-json.ts';

/** @returns invalid_request, request_too_large or unsupported_media_type when the body is not what `schema` asks for. */
export async function readJson<S extends z.ZodType>(
  request: Request,
  schema: S,
  bytesMax: number = LIMITS.jsonBodyBytesMax,
): Promise<Result<z.output<S>>> {
  const mediaType = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') return refuseMediaType('application/json', mediaType);
  const bytes = await readBounded(request, bytesMax);
  if (!bytes) return refuse('request_too_large', `The JSON body of this request holds at most ${bytesMax} bytes.`);
  const parsed = parseStrictJson(bytes);
  if (!parsed.ok) return refuse('invalid_request', parsed.issue);
  return validate(schema, parsed.value);
}

/** @param beside fields of the same object that are validated elsewhere */
export function validate<S extends z.ZodType>(schema: S, value: unknown, beside: readonly string[] = []): Result<z.output<S>> {
  const result = schema.safeParse(value);
  if (result.success) return ok(result.data);
  // What a value of another kind is short of besides says nothing.
  const details = withoutFurther(result.error.issues)
    .slice(0, 20)
    .flatMap((issue) => describeIssue(issue, { schema, value, beside }));
  return refuseFields(details);
}

function withoutFurther(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  const placeOf = ({ path }: z.core.$ZodIssue) => JSON.stringify(path.map(String));
  const ofKind = new Set(issues.filter(({ code }) => code === 'invalid_type').map(placeOf));
  return issues.filter((issue) => issue.code === 'invalid_type' || !ofKind.has(placeOf(issue)));
}

/** One refusal for all that is wrong. */
export function refuseFields(details: readonly RefusedField[]): Result<never> {
  return refuse(
    'invalid_request',
    details
      .map((detail) => `${detail.field || 'body'}: ${detail.message}`)
      .join('; ')
      .slice(0, 1000),
    {
      details,
    },
  );
}

export function refuseMediaType(wanted: string, sent: string | undefined): Result<never> {
  const got = sent === undefined || sent === '' ? 'It has no Content-Type' : `Its Content-Type is ${JSON.stringify(sent.slice(0, 100))}`;
  return refuse('unsupported_media_type', `Send the body as ${wanted}. ${got}.`);
}

/** @returns undefined when there are more than `bytesMax`. */
export async function readBounded(request: Request, bytesMax: number): Promise<Uint8Array | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > bytesMax) return undefined;
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body as ReadableStream<Uint8Array>) {
    length += chunk.byteLength;
    if (length > bytesMax) return undefined;
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
