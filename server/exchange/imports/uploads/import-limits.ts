const MiB = 1024 * 1024

/** The maximum file size of each kind, in bytes. */
export const mostBytes = {
  review: 256 * MiB,
  question: 256 * MiB,
  order: 256 * MiB,
  archive: 4096 * MiB,
} as const
