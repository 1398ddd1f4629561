// The debugging pipe of one Chromium (Chrome DevTools Protocol): calls and their answers, and the events between them.

import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** The debugging pipe: JSON messages, each followed by a NUL, on the descriptors 3 (to the browser) and 4 (from it). */
export class Browser {
  readonly #to: Writable;
  readonly #waiting = new Map<number, (message: Message) => void>();
  #listener: (method: string, params: unknown) => void = () => {};
  #lastId = 0;
  #heard = '';

  constructor(child: ChildProcess) {
    this.#to = child.stdio[3] as Writable;
    const from = child.stdio[4] as Readable;
    // A browser that ends breaks the pipe; its exit shows the cause.
    this.#to.on('error', () => {});
    from.on('error', () => {});
    from.setEncoding('utf8').on('data', (text: string) => this.#read(text));
  }

  listen(listener: (method: string, params: unknown) => void): void {
    this.#listener = listener;
  }

  /** @throws ProtocolError when the browser refuses. Does not settle when the browser ends. */
  async call<T>(method: string, params: object = {}, sessionId?: string): Promise<T> {
    const id = ++this.#lastId;
    const answered = new Promise<Message>((resolve) => this.#waiting.set(id, resolve));
    this.#to.write(`${JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) })}\0`);
    const { result, error } = await answered;
    if (error) throw new ProtocolError(`${method}: ${error.message}`);
    return result as T;
  }

  #read(text: string): void {
    this.#heard += text;
    for (let end = this.#heard.indexOf('\0'); end >= 0; end = this.#heard.indexOf('\0')) {
      const message = JSON.parse(this.#heard.slice(0, end)) as Message;
      this.#heard = this.#heard.slice(end + 1);
      if (message.id === undefined) this.#listener(message.method ?? '', message.params);
      else {
        this.#waiting.get(message.id)?.(message);
        this.#waiting.delete(message.id);
      }
    }
  }
}
