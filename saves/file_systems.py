"""File systems whose locks keep other machines out, and those where none can be relied on."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

NETWORK_SYSTEMS = frozenset(
    {
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "ncpfs", "vboxsf",
        "fuse.sshfs", "fuse.rclone", "fuse.s3fs", "fuse.davfs", "fuse.glusterfs", "fuse.gvfsd-fuse",
        "fuse.vmhgfs-fuse", "davfs",
    }
)  # fmt: skip
"""Their locks hold at one machine only, or not at all."""
KNOWN_SYSTEMS = frozenset(
    {
        "ext2", "ext3", "ext4", "xfs", "btrfs", "zfs", "f2fs", "jfs", "reiserfs", "bcachefs",
        "nilfs2", "tmpfs", "ramfs", "overlay", "aufs", "squashfs", "rootfs", "ecryptfs",
        "vfat", "msdos", "exfat", "ntfs", "ntfs3", "fuseblk", "hfsplus", "udf", "minix",
    }
)  # fmt: skip
"""Of one machine alone: a lock keeps out who must be kept out."""
MOUNTS = Path("/proc/self/mountinfo")
ONE_MACHINE = "TOPBOARD_ONE_MACHINE"
"""Set to 1 by whoever says that the folder is used from this machine alone."""


def network_system(folder: Path) -> str | None:
    """The file system's name when its locks cannot be relied on."""
    system = file_system(folder)
    return system if system in NETWORK_SYSTEMS else None


def unknown_system(folder: Path) -> str | None:
    """The file system's name when it is in neither list."""
    system = file_system(folder)
    return system if system and system not in NETWORK_SYSTEMS | KNOWN_SYSTEMS else None


def file_system(folder: Path) -> str:
    """The name of a folder's file system; empty where the operating system does not say."""
    with suppress(OSError, ValueError):
        where = os.path.realpath(folder)
        best = ("", "")
        for line in MOUNTS.read_text().splitlines():
            mount, _, rest = line.partition(" - ")
            point = mount.split()[4].replace("\\040", " ")
            inside = where == point or where.startswith(point.rstrip("/") + "/")
            if inside and len(point) >= len(best[0]):
                best = (point, rest.split()[0])
        return best[1]
    return ""


def warning_of(system: str) -> str:
    """What is to be known of an event on a file system that is not known."""
    return (
        f"this folder is on {system}, which Topboard does not know: a lock holds between two "
        "programs of this machine; let no other machine write here"
    )


def unlockable(folder: Path) -> str:
    """Why two machines could write here at once; empty on a local disk, and where the arbiter
    has said that there is one machine only."""
    system = network_system(folder)
    if system is None or os.environ.get(ONE_MACHINE) == "1":
        return ""
    return f"this folder is on {system}, where a lock does not keep other machines out"
