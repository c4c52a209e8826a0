import { fileURLToPath } from 'node:url'

/** What the error of a test begins with if the machine stalled during the test. */
export const stalled = 'The machine stalled for'

/** Runs a test that failed during a stall once more. `watchStalls` must write to the file named by STALLS_FILE. */
export const retryAfterStall = {
  setupFiles: [fileURLToPath(new URL('mark-stalled.ts', import.meta.url))],
  retry: { count: 1, condition: new RegExp(`^${stalled}`) },
}
