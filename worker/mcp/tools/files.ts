// Tools that bring files in and out. Bytes travel on addresses; only small ones may come inside a call.

import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { CreatedFile, DownloadAddress, FileObject } from '#contract/api.ts';
import { typeOfName } from '#contract/files.ts';
import { LIMITS } from '#contract/limits.ts';
import { addTool, MAKES, READS, type ToolDeps, ToolRefusal } from '../tool.ts';
import { fileId } from './jobs.ts';

const contentType = z.string().optional().describe('Media type; absent: that of the name’s ending.');

const StoredFile = z.object({
  file_id: z.string(),
  filename: z.string(),
  content_type: z.string(),
  size_bytes: z.int(),
  expires_at: z.string().describe('When the bytes are erased.'),
});

function stored({ file_id, filename, content_type, size_bytes, expires_at }: FileObject): z.input<typeof StoredFile> {
  return { file_id, filename, content_type, size_bytes, expires_at };
}

/** @throws ToolRefusal when nothing says it */
function typeOf(filename: string, given: string | undefined): string {
  const type = given ?? typeOfName(filename);
  if (type === undefined)
    throw new ToolRefusal(`invalid_request: The ending of ${JSON.stringify(filename)} names no type; give \`content_type\`.`);
  return type;
}

export function addFileTools(server: McpServer, deps: ToolDeps): void {
  addTool(server, deps, 'upload_from_url', {
    title: 'Upload a file from an address',
    description: 'Has the service fetch a file from a public https address. Where the plan does not allow it, use create_upload.',
    input: z.strictObject({
      url: z.string().describe('https://…'),
      filename: z.string().optional().describe('Absent: the last part of the address.'),
      content_type: contentType,
    }),
    output: StoredFile,
    annotations: { ...MAKES, openWorldHint: true },
    run: async ({ url, filename, content_type }) => {
      const name = filename ?? nameIn(url);
      return stored(await deps.api.post('/files/fetch', { source_url: url, filename: name, content_type: typeOf(name, content_type) }));
    },
  });
  addCreateUpload(server, deps);
  addDownloadLink(server, deps);
}

function addCreateUpload(server: McpServer, deps: ToolDeps): void {
  addTool(server, deps, 'create_upload', {
    title: 'Upload a file',
    description: `Without \`content_base64\`: gives an address to which the bytes are then sent by PUT (curl -T file "$upload_url"). With it: stores a small file, of up to ${LIMITS.mcpContentBytesMax / 1024} KiB, at once.`,
    input: z.strictObject({
      filename: z.string().describe('With its ending: `letter.pdf`.'),
      size_bytes: z.int().min(1).optional().describe('Needed without `content_base64`: the exact size.'),
      content_base64: z
        .string()
        .max(Math.ceil(LIMITS.mcpContentBytesMax / 3) * 4)
        .optional(),
      content_type: contentType,
    }),
    output: z.object({
      file_id: z.string(),
      status: z.string().describe('`uploaded`, or `awaiting_upload`: send the bytes first.'),
      upload_url: z.string().optional(),
      upload_headers: z.record(z.string(), z.string()).optional().describe('To be sent with the bytes.'),
      expires_at: z.string().describe('When the address stops being valid, or the bytes are erased.'),
    }),
    annotations: MAKES,
    run: async ({ filename, size_bytes, content_base64, content_type }) => {
      const type = typeOf(filename, content_type);
      if (content_base64 !== undefined) {
        const file = await deps.api.post<FileObject>('/files', formOf(filename, type, content_base64));
        return { file_id: file.file_id, status: file.status, expires_at: file.expires_at };
      }
      if (size_bytes === undefined)
        throw new ToolRefusal('invalid_request: Give `size_bytes` to get an address for the bytes, or the bytes in `content_base64`.');
      const created = await deps.api.post<CreatedFile>('/files', { filename, content_type: type, size_bytes });
      const { file_id, status, upload_url, upload_headers, expires_at } = created;
      return { file_id, status, upload_url, upload_headers, expires_at };
    },
  });
}

function addDownloadLink(server: McpServer, deps: ToolDeps): void {
  addTool(server, deps, 'download_link', {
    title: 'Get a download address',
    description: 'A temporary address of a file. Anyone who has it can fetch the file until it expires.',
    input: z.strictObject({
      file_id: fileId,
      expires_in: z
        .int()
        .min(LIMITS.downloadAddressSecondsMin)
        .max(LIMITS.downloadAddressSecondsMax)
        .optional()
        .describe('Seconds; absent: 15 minutes.'),
    }),
    output: z.object({ download_url: z.string(), expires_at: z.string() }),
    annotations: READS,
    run: async ({ file_id, expires_in }) => {
      const query = expires_in === undefined ? '' : `?expires_in=${expires_in}`;
      return deps.api.get<DownloadAddress>(`/files/${encodeURIComponent(file_id)}/download${query}`);
    },
  });
}

function nameIn(url: string): string {
  const last = URL.parse(url)?.pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last) || 'document';
  } catch {
    return last;
  }
}

function formOf(filename: string, type: string, base64: string): FormData {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0));
  } catch {
    throw new ToolRefusal('invalid_request: `content_base64` is not base64 (RFC 4648, section 4).');
  }
  const form = new FormData();
  form.append('file', new File([bytes], filename, { type }));
  return form;
}
