#!/bin/sh
# Makes a root of Debian 13 with Swift in it:
#
#     make.sh ROOT MIRROR
#
# Mounts belong to a namespace that ends with this script, however it ends.
set -eu
if [ "${HOSTLINE_NAMESPACE-}" != own ]; then
    HOSTLINE_NAMESPACE=own exec unshare --mount --propagation private -- "$0" "$@"
fi
root=$1
mirror=$2

debootstrap --variant=minbase trixie "$root" "$mirror"
cp /etc/resolv.conf "$root/etc/resolv.conf"
mount --rbind /proc "$root/proc"
mount --rbind /dev "$root/dev"
export DEBIAN_FRONTEND=noninteractive LANG=C.UTF-8
# The compiler needs the headers of C and C++, and its package manager needs git.
chroot "$root" apt-get install -y -qq --no-install-recommends \
    swiftlang libc6-dev libstdc++-14-dev git
chroot "$root" apt-get clean
rm -rf "$root"/var/lib/apt/lists/*
chroot "$root" dpkg-query --show --showformat '${Package} ${Version}\n' >"$root/packages.txt"
