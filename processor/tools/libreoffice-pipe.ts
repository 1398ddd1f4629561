// The local socket by which a second `soffice` hands its command line to the first, which runs it as its own and says when it is done.

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

export interface ListeningOffice {
  readonly program: { readonly ended: Promise<unknown>; readonly hasEnded: () => boolean };
  /** Possible places of its socket. */
  readonly pipes: readonly string[];
}

export type OfficeAnswer = 'done' | 'timed_out' | 'closed';

const POLL_MS = 10;

/**
 * LibreOffice makes its socket under a name made of its profile's address and, where it finds its user's name, of the user's number;
 * it leaves it there when it is killed.
 */
export function pipesOf(folder: string, profileDir: string): readonly string[] {
  // MD5 over the UTF-16 of the address, each byte in hexadecimal without a leading zero.
  const digest = createHash('md5')
    .update(Buffer.from(pathToFileURL(profileDir).href, 'utf16le'))
    .digest();
  const name = [...digest].map((byte) => byte.toString(16)).join('');
  return ['', `${process.getuid?.() ?? 0}_`].map((user) => join(folder, `OSL_PIPE_${user}SingleOfficeIPC_${name}`));
}

/** Sends a command line over the instance's socket and waits until it was processed. */
export async function askOffice(office: ListeningOffice, commandLine: readonly string[], timeMsMax: number): Promise<OfficeAnswer> {
  const deadline = performance.now() + Math.max(0, timeMsMax);
  const message = Buffer.from(`InternalIPC::Arguments${['1file:///', ...commandLine].map(escapeArgument).join(',')}\0`);
  for (;;) {
    if (office.program.hasEnded()) return 'closed';
    const left = deadline - performance.now();
    if (left <= 0) return 'timed_out';
    const pipe = office.pipes.find((path) => existsSync(path));
    const answer = pipe === undefined ? 'not_listening' : await exchange(office, pipe, message, left);
    if (answer !== 'not_listening') return answer;
    await delay(POLL_MS);
  }
}

function escapeArgument(argument: string): string {
  return argument.replaceAll('\\', '\\\\').replaceAll(',', '\\,').replaceAll('\0', '\\0');
}

const READY = 'InternalIPC::SendArguments\0';
const DONE = 'InternalIPC::ProcessingDone';

function exchange(office: ListeningOffice, pipe: string, message: Uint8Array, timeMsMax: number): Promise<OfficeAnswer | 'not_listening'> {
  return new Promise((resolve) => {
    let heard = '';
    let sent = false;
    const socket = connect(pipe);
    const finish = (answer: OfficeAnswer | 'not_listening'): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    const timer = setTimeout(() => finish('timed_out'), timeMsMax);
    void office.program.ended.then(() => finish('closed'));
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString('latin1');
      if (!sent && heard.startsWith(READY)) {
        sent = true;
        socket.write(message);
      }
      if (heard.includes(DONE)) finish('done');
    });
    socket.on('error', () => finish(sent ? 'closed' : 'not_listening'));
    socket.on('close', () => finish(sent ? 'closed' : 'not_listening'));
  });
}
