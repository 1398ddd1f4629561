// What a process may see of this machine: the system's programs and fonts, read-only, the given paths, and nothing else. Two ways
// give the same guarantee for files: namespaces (bubblewrap), in which no other process, network or file exists at all, and Landlock where a
// host refuses namespaces. Both refuse sockets of any network and the tracing of processes (confine.pl). See docs/decisions/0013.

import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Isolation } from '#contract/processor-capabilities.ts';

/** The third, `none`: the process sees what its user sees. */
export const ISOLATION_WAYS = ['namespaces', 'landlock'] as const satisfies readonly Isolation[];

/** Absolute, existing paths, which keep their place inside. */
export interface View {
  readonly readable: readonly string[];
  readonly writable: readonly string[];
  /** A directory of its own for sockets, whose paths must be short; with namespaces it also is /tmp, which otherwise is memory. */
  readonly sockets?: string;
}

/** By its path: the directories of PATH may be missing inside. */
const PERL = '/usr/bin/perl';
const CONFINE = fileURLToPath(new URL('./confine.pl', import.meta.url));

/** Programs, libraries, fonts and their settings. No user names and no data of services. */
const SYSTEM = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib64',
  '/etc/alternatives',
  '/etc/chromium',
  '/etc/chromium.d',
  '/etc/fonts',
  '/etc/ld.so.cache',
  '/etc/ld.so.conf',
  '/etc/ld.so.conf.d',
  '/etc/libreoffice',
  '/etc/localtime',
  '/etc/mime.types',
  '/etc/papersize',
  '/etc/ssl/openssl.cnf',
  '/var/cache/fontconfig',
  '/var/lib/libreoffice',
  '/var/spool/libreoffice',
];
/** What the kernel reports about the machine. */
const MACHINE = ['/proc/cpuinfo', '/proc/meminfo', '/proc/stat', '/proc/version', '/proc/filesystems', '/sys/devices/system/cpu'];

export interface Namespaces {
  readonly madeBySuperuser: boolean;
}

/** The user and group `nobody` of Debian. */
const NOBODY = '65534';
/** Size of /tmp, which is in memory. */
const TMP_BYTES_MAX = 64 * 1024 ** 2;

/**
 * A command that runs `command` within `view`. Signals, exit codes and open descriptors pass through; with namespaces everything that the
 * command started dies with it, and it dies with the process that started it.
 * @param around the namespaces that this process is in itself, where it is. Those that the superuser made cannot hold others with a process
 * list of their own: these keep the one around them, and can open neither files nor memory of its processes (user_namespaces(7), ptrace(2)).
 */
export function isolate(way: Isolation, view: View, command: readonly string[], around?: Namespaces): readonly string[] {
  switch (way) {
    case 'none':
      return command;
    case 'landlock':
      return [
        PERL,
        CONFINE,
        ...[...SYSTEM, ...MACHINE, CONFINE, ...view.readable].flatMap((path) => ['--read', path]),
        ...writableOf(view).flatMap((path) => ['--write', path]),
        '--',
        ...command,
      ];
    case 'namespaces':
      return ['bwrap', ...namespaceOptions(view, around), '--', PERL, CONFINE, '--', ...command];
  }
}

/** Id of the processor's user, which makes the first namespaces. */
export function isSuperuser(): boolean {
  return process.getuid?.() === 0;
}

function namespaceOptions(view: View, around: Namespaces | undefined): string[] {
  return [
    '--unshare-all',
    '--die-with-parent',
    // Started by the superuser, it would keep its capabilities and could write where it may only read.
    '--cap-drop',
    'ALL',
    ...(around?.madeBySuperuser ? ['--ro-bind', '/proc', '/proc'] : ['--proc', '/proc']),
    // Inside, the superuser is nobody: without capabilities it could not make further namespaces under its own number.
    ...(around === undefined && isSuperuser() ? ['--uid', NOBODY, '--gid', NOBODY] : []),
    '--dev',
    '/dev',
    ...SYSTEM.flatMap(asOnThisMachine),
    ...(view.sockets === undefined ? ['--size', String(TMP_BYTES_MAX), '--tmpfs', '/tmp'] : ['--bind', view.sockets, '/tmp']),
    // After /tmp: they may be below it.
    ...[CONFINE, ...view.readable].flatMap((path) => ['--ro-bind', path, path]),
    ...writableOf(view).flatMap((path) => ['--bind', path, path]),
    '--remount-ro',
    '/',
    '--chdir',
    '/',
  ];
}

function writableOf({ writable, sockets }: View): readonly string[] {
  return sockets === undefined ? writable : [...writable, sockets];
}

/** Where /lib is a link to usr/lib, it is one inside too. */
function asOnThisMachine(path: string): string[] {
  if (!existsSync(path)) return [];
  const isLink = lstatSync(path).isSymbolicLink();
  return isLink && !path.startsWith('/etc/') ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path];
}
