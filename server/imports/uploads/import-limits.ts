const MiB = 1024 * 1024

/** The most bytes of a file of each kind. */
export const mostBytes = {
  review: 256 * MiB,
  question: 256 * MiB,
  archive: 4096 * MiB,
} as const
