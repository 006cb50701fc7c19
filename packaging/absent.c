/* Stands in for libraries that the engine's libraries name and JavaScript never reaches: libsystemd (a log in the journal, which the
 * engine writes when WEBKIT_DEBUG asks for it, and otherwise to standard error), libmount and libselinux (lists of mounts and labels of
 * files, which GIO reads for its own file API). With them go libcap, libgcrypt, libblkid and what those need.
 *
 * Each function fails in the way that its callers handle. packaging/bundle.py links this as libabsent.so, changes the three names in the
 * libraries to that one, and starts the result once with all functions bound at once (LD_BIND_NOW), so that one which is not in this
 * list ends the build. */

#include <errno.h>

#define ABSENT(version, name, result) \
  long name(void) { return result; }

ABSENT(LIBSYSTEMD_209, sd_journal_send_with_location, -ENOSYS)

ABSENT(LIBSELINUX_1.0, is_selinux_enabled, 0)
ABSENT(LIBSELINUX_1.0, getfilecon_raw, -1)
ABSENT(LIBSELINUX_1.0, lgetfilecon_raw, -1)
ABSENT(LIBSELINUX_1.0, fgetfilecon_raw, -1)
ABSENT(LIBSELINUX_1.0, setfilecon_raw, -1)
ABSENT(LIBSELINUX_1.0, freecon, 0)

ABSENT(MOUNT_2.19, mnt_new_table, 0)
ABSENT(MOUNT_2.19, mnt_free_table, 0)
ABSENT(MOUNT_2.19, mnt_new_iter, 0)
ABSENT(MOUNT_2.19, mnt_free_iter, 0)
ABSENT(MOUNT_2.19, mnt_table_parse_mtab, -ENOSYS)
ABSENT(MOUNT_2.19, mnt_table_parse_fstab, -ENOSYS)
ABSENT(MOUNT_2.19, mnt_table_next_fs, 1)
ABSENT(MOUNT_2.19, mnt_has_regular_mtab, 0)
ABSENT(MOUNT_2.19, mnt_get_fstab_path, (long)"/etc/fstab")
ABSENT(MOUNT_2.19, mnt_get_builtin_optmap, 0)
ABSENT(MOUNT_2.19, mnt_optstr_get_flags, -ENOSYS)
ABSENT(MOUNT_2.19, mnt_fs_get_fstype, 0)
ABSENT(MOUNT_2.19, mnt_fs_get_root, 0)
ABSENT(MOUNT_2.19, mnt_fs_get_source, 0)
ABSENT(MOUNT_2.19, mnt_fs_get_target, 0)
ABSENT(MOUNT_2.19, mnt_fs_strdup_options, 0)
ABSENT(MOUNT_2.20, mnt_fs_get_options, 0)

ABSENT(MOUNT_2.26, mnt_new_monitor, 0)
ABSENT(MOUNT_2.26, mnt_unref_monitor, 0)
ABSENT(MOUNT_2.26, mnt_monitor_enable_kernel, -ENOSYS)
ABSENT(MOUNT_2.26, mnt_monitor_enable_userspace, -ENOSYS)
ABSENT(MOUNT_2.26, mnt_monitor_event_cleanup, -ENOSYS)
ABSENT(MOUNT_2.26, mnt_monitor_get_fd, -ENOSYS)
ABSENT(MOUNT_2.26, mnt_monitor_next_change, -ENOSYS)
ABSENT(MOUNT_2_40, mnt_monitor_veil_kernel, -ENOSYS)
