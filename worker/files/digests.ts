// The digests that a client may send with its bytes: Content-MD5 (RFC 1864), Repr-Digest (RFC 9530), x-amz-checksum-sha256.

import { ok, refuseField, type Result } from '../result.ts';

export interface DeclaredDigests {
  /** Hexadecimal. */
  readonly sha256: readonly string[];
  readonly md5: readonly string[];
}

export function readDigests(headers: Headers): Result<DeclaredDigests> {
  const sha256: string[] = [];
  const md5: string[] = [];
  const amz = headers.get('x-amz-checksum-sha256');
  if (amz !== null) {
    const hex = toHexDigest(amz, 32);
    if (!hex) return refuseField('x-amz-checksum-sha256', 'malformed', 'x-amz-checksum-sha256 is not a base64 SHA-256.');
    sha256.push(hex);
  }
  const contentMd5 = headers.get('content-md5');
  if (contentMd5 !== null) {
    const hex = toHexDigest(contentMd5, 16);
    if (!hex) return refuseField('Content-MD5', 'malformed', 'Content-MD5 is not a base64 MD5.');
    md5.push(hex);
  }
  for (const member of (headers.get('repr-digest') ?? '').split(',')) {
    const match = /^\s*([a-z0-9-]+)\s*=\s*:([A-Za-z0-9+/=]*):\s*$/.exec(member);
    if (!match) {
      if (member.trim() === '') continue;
      return refuseField('Repr-Digest', 'malformed', 'Repr-Digest is not a dictionary of byte sequences (RFC 9530).');
    }
    // Digests of unknown algorithms are ignored (RFC 9530, section 3).
    if (match[1] !== 'sha-256') continue;
    const hex = toHexDigest(match[2] ?? '', 32);
    if (!hex) return refuseField('Repr-Digest', 'malformed', 'The sha-256 of Repr-Digest is not 32 bytes long.');
    sha256.push(hex);
  }
  return ok({ sha256, md5 });
}

function toHexDigest(base64: string, length: number): string | undefined {
  try {
    const bytes = atob(base64.trim());
    if (bytes.length !== length) return undefined;
    return Array.from(bytes, (c) => c.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  } catch {
    return undefined;
  }
}
