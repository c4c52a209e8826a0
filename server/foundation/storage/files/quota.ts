/** The setting STORE_FILES_LIMIT in bytes. */
export function filesLimit({ STORE_FILES_LIMIT }: { STORE_FILES_LIMIT: number }): number {
  return STORE_FILES_LIMIT * 1_000_000
}
