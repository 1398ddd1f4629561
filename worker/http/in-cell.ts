// The cell of a request: that of what its path or its body names. From here on `deps` are those of the cell. Does nothing where there is one database.

import type { MiddlewareHandler } from 'hono';
import { type CellKind, cellOf } from '../cells/find-cell.ts';
import { refuse } from '../result.ts';
import { answerRefusal } from './answer.ts';
import type { AppTypes } from './context.ts';
import { isForm } from './multipart.ts';
import { readBounded } from './read-body.ts';

const PARAMS = { job_id: 'job', file_id: 'file', batch_id: 'batch' } as const satisfies Record<string, CellKind>;
const FILE_ID = /"(file_[0-9A-Za-z]{22})"/;

/** @param bodyBytesMax of a JSON body whose first file says where the work is; undefined: the body says nothing */
export function inCell(bodyBytesMax?: number): MiddlewareHandler<AppTypes> {
  return async (c, next) => {
    const deps = c.get('deps');
    if (!deps.cells.areSeveral) return next();
    for (const [param, kind] of Object.entries(PARAMS)) {
      const id = c.req.param(param);
      if (id !== undefined) c.set('deps', await cellOf(deps, kind, id));
    }
    if (bodyBytesMax === undefined || isForm(c.req.header('content-type') ?? '')) return next();
    const bytes = await readBounded(c.req.raw, bodyBytesMax);
    if (!bytes) {
      const tooLarge = refuse('request_too_large', `The JSON body of this request holds at most ${bodyBytesMax} bytes.`);
      return tooLarge.ok ? next() : answerRefusal(c, tooLarge.refusal);
    }
    const { method, headers } = c.req.raw;
    c.req.raw = new Request(c.req.url, { method, headers, ...(bytes.byteLength > 0 ? { body: bytes } : {}) });
    const fileId = FILE_ID.exec(new TextDecoder().decode(bytes))?.[1];
    if (fileId !== undefined) c.set('deps', await cellOf(deps, 'file', fileId));
    return next();
  };
}
