// Keys, usage and the audit log.

import type { AuditEntry, CreateKey, Key, NewKey, RevokedKey, RotatedKey, RotateKey, Usage } from '../generated/api.ts';
import type { CallOptions, ChangeOptions, Transport } from '../http/transport.ts';
import { List } from './list.ts';

export class Keys {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The key itself is in this answer only. */
  async create(request: CreateKey, options: ChangeOptions = {}): Promise<NewKey> {
    return this.#transport.json({ method: 'POST', path: '/keys', json: request, ...options });
  }

  list(query: { limit?: number | undefined } = {}, options: CallOptions = {}): List<Key> {
    return new List<Key>(this.#transport, '/keys', query, options);
  }

  async get(keyId: string, options: CallOptions = {}): Promise<Key> {
    return this.#transport.json({ path: pathOf(keyId), ...options });
  }

  async rotate(keyId: string, request: RotateKey = {}, options: ChangeOptions = {}): Promise<RotatedKey> {
    return this.#transport.json({ method: 'POST', path: `${pathOf(keyId)}/rotate`, json: request, ...options });
  }

  /** It is refused from the next request on. */
  async revoke(keyId: string, options: ChangeOptions = {}): Promise<RevokedKey> {
    return this.#transport.json({ method: 'DELETE', path: pathOf(keyId), ...options });
  }
}

function pathOf(keyId: string): string {
  return `/keys/${encodeURIComponent(keyId)}`;
}

export interface UsageQuery {
  /** First day (UTC), YYYY-MM-DD. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly group_by?: 'key' | 'type' | undefined;
}

export class Account {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async usage(query: UsageQuery = {}, options: CallOptions = {}): Promise<Usage> {
    return this.#transport.json({ path: '/usage', query: { ...query }, ...options });
  }

  audit(
    query: { action?: AuditEntry['action'] | undefined; limit?: number | undefined } = {},
    options: CallOptions = {},
  ): List<AuditEntry> {
    return new List<AuditEntry>(this.#transport, '/audit', query, options);
  }
}
