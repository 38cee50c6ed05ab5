#!/bin/sh
# Runs a command inside of a root of another Debian:
#
#     enter.sh ROOT CHECKOUT TARGET COMMAND...
#
# The checkout is there read-only, the target directory and /tmp to write, each under its own name.
# All mounts belong to a namespace that ends with the command, however it ends, so that nothing has
# to be unmounted and two runs do not see each other. The command takes the place of this script:
# it has the process id and the standard streams that this script was given.
set -eu
if [ "${HOSTLINE_NAMESPACE-}" != own ]; then
    HOSTLINE_NAMESPACE=own exec unshare --mount --propagation private -- "$0" "$@"
fi
unset HOSTLINE_NAMESPACE
root=$1
checkout=$2
target=$3
shift 3

mount --bind "$root" "$root"
mount --rbind /proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --bind /tmp "$root/tmp"
mkdir -p "$root$checkout"
mount --bind "$checkout" "$root$checkout"
mount -o remount,bind,ro "$root$checkout"
mkdir -p "$root$target"
mount --bind "$target" "$root$target"

home=$target/xtask/swift/home
mkdir -p "$home"
folder=$PWD
exec chroot "$root" /usr/bin/env HOME="$home" LANG=C.UTF-8 PATH=/usr/local/bin:/usr/bin:/bin \
    /bin/sh -c 'cd "$0" && exec "$@"' "$folder" "$@"
