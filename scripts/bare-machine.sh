#!/usr/bin/env bash
# Runs a command in a fresh clone of this repository on a Debian with nothing but git and Node 20, as a stranger's machine has.
# Needs root on Debian, debootstrap and npm. It reaches Debian's and npm's registries as this machine does.
set -euo pipefail

usage="usage: ${0##*/} FOLDER [command …]
  FOLDER   the machine's root: made where it is not there yet (about 300 MB; programs that the command installs come on top)
  command  run in a new clone of HEAD; npm test where none is given"
[[ $# -ge 1 && $1 != -* ]] || { echo "$usage" >&2; exit 2; }
[[ $(id -u) -eq 0 ]] || { echo "${0##*/}: needs root" >&2; exit 2; }
folder=$(realpath --canonicalize-missing "$1")
shift
[[ $# -gt 0 ]] || set -- npm test
repository=$(cd "$(dirname "$0")/.." && pwd)

# Beside the folder until it is complete, so that a stopped run leaves no incomplete machine.
make_machine() {
  local making=$folder.making
  rm -rf --one-file-system "$making"
  debootstrap --variant=minbase --include=git,ca-certificates bookworm "$making"
  npm install --global --silent --prefix "$making/usr/local" "node-linux-$(node -p process.arch)@20" npm@10
  mv "$making" "$folder"
}

# The addresses of the registries and their certificates are this machine's own: copied, never recorded here.
copy_registry_access() {
  cp /etc/apt/apt.conf.d/* "$folder/etc/apt/apt.conf.d/"
  for file in /etc/resolv.conf /etc/ssl/certs/ca-certificates.crt /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources; do
    [[ ! -e $file ]] || cp --dereference "$file" "$folder$file"
  done
  # debootstrap's own list would only repeat it.
  [[ ! -e /etc/apt/sources.list.d/debian.sources ]] || rm -f "$folder/etc/apt/sources.list"
  [[ ! -e ~/.npmrc ]] || cp ~/.npmrc "$folder/root/.npmrc"
}

[[ -d $folder ]] || make_machine
copy_registry_access
rm -rf --one-file-system "$folder/root/repository"
git clone --quiet --no-hardlinks "file://$repository" "$folder/root/repository"

# pivot_root and not chroot: in a chroot no user namespace can be made, which is more than a bare machine refuses.
# Processes and mounts of its own: all of them end with the command.
exec unshare --mount --pid --fork --kill-child bash -c '
  set -euo pipefail
  folder=$1
  shift
  mount --bind "$folder" "$folder"
  cd "$folder"
  mount --rbind /dev dev
  mount --rbind /sys sys
  mount -t proc proc proc
  mkdir -p .outside
  pivot_root . .outside
  cd /root/repository
  umount --lazy /.outside
  PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
  # Not exec: the first process must be one that adopts orphans, or tests find ended processes that never disappear.
  status=0
  env --ignore-environment HOME=/root PATH="$PATH" ${PORT:+PORT="$PORT"} NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "$@" || status=$?
  exit "$status"
' bare-machine "$folder" "$@"
