import type {
  ChangeWebhook,
  CreatedWebhook,
  CreateWebhook,
  Delivery,
  RecoverDeliveries,
  Recovered,
  RotateSecret,
  Webhook,
} from '../generated/api.ts';
import type { CallOptions, ChangeOptions, Transport } from '../http/transport.ts';
import { List } from './list.ts';
import { unwrap, type UnwrapOptions, type WebhookEvent, type WebhookHeaders } from './unwrap.ts';

export class Webhooks {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The signing secret is in this answer only. */
  async create(request: CreateWebhook, options: ChangeOptions = {}): Promise<CreatedWebhook> {
    return this.#transport.json({ method: 'POST', path: '/webhooks', json: request, ...options });
  }

  list(options: CallOptions = {}): List<Webhook> {
    return new List<Webhook>(this.#transport, '/webhooks', {}, options);
  }

  async get(webhookId: string, options: CallOptions = {}): Promise<Webhook> {
    return this.#transport.json({ path: pathOf(webhookId), ...options });
  }

  async update(webhookId: string, request: ChangeWebhook, options: ChangeOptions = {}): Promise<Webhook> {
    return this.#transport.json({ method: 'PATCH', path: pathOf(webhookId), json: request, ...options });
  }

  async delete(webhookId: string, options: ChangeOptions = {}): Promise<void> {
    await this.#transport.json({ method: 'DELETE', path: pathOf(webhookId), ...options });
  }

  /** Deliveries carry both signatures during the grace period. */
  async rotateSecret(webhookId: string, request: RotateSecret = {}, options: ChangeOptions = {}): Promise<CreatedWebhook> {
    return this.#transport.json({ method: 'POST', path: `${pathOf(webhookId)}/rotate-secret`, json: request, ...options });
  }

  /** Sends the event `webhook.test`. */
  async test(webhookId: string, options: ChangeOptions = {}): Promise<Delivery> {
    return this.#transport.json({ method: 'POST', path: `${pathOf(webhookId)}/test`, ...options });
  }

  deliveries(
    webhookId: string,
    query: { status?: Delivery['status'] | undefined; limit?: number | undefined } = {},
    options: CallOptions = {},
  ): List<Delivery> {
    return new List<Delivery>(this.#transport, `${pathOf(webhookId)}/deliveries`, query, options);
  }

  async redeliver(webhookId: string, deliveryId: string, options: ChangeOptions = {}): Promise<Delivery> {
    const path = `${pathOf(webhookId)}/deliveries/${encodeURIComponent(deliveryId)}/redeliver`;
    return this.#transport.json({ method: 'POST', path, ...options });
  }

  /** Delivers again what failed, or was missed while the endpoint was disabled. */
  async recover(webhookId: string, request: RecoverDeliveries, options: ChangeOptions = {}): Promise<Recovered> {
    return this.#transport.json({ method: 'POST', path: `${pathOf(webhookId)}/recover`, json: request, ...options });
  }

  /** The event of a request that was signed with the secret. Needs no key: `Webhooks.unwrap` is the same. */
  async unwrap(body: string | Uint8Array, headers: WebhookHeaders, secret: string, options?: UnwrapOptions): Promise<WebhookEvent> {
    return unwrap(body, headers, secret, options);
  }
}

function pathOf(webhookId: string): string {
  return `/webhooks/${encodeURIComponent(webhookId)}`;
}
