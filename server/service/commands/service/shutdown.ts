/** What asks a command to stop. A closed terminal sends SIGHUP, which by default would leave PostgreSQL running alone. */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

type Signal = (typeof stopSignals)[number]

/** What stops a running command: `asked` resolves with the first of `stopSignals`. */
export type Shutdown = {
  asked: Promise<Signal>
  /** Runs `end`; when that takes longer than `drainFor` milliseconds, ends the process at once. */
  within: (drainFor: number, end: () => Promise<void>) => Promise<void>
}

// Ctrl-C reaches the whole group of the terminal, and npm passes the signal on once more: two signals within
// this time are one wish.
const sameWish = 500 // ms

/**
 * Listens for signals for as long as the process lives: a default handler would end Node in the middle of an
 * answer. The second wish, or an error nobody caught, calls `atOnce` and exits with 1.
 */
export function listenForShutdown(atOnce: () => void): Shutdown {
  let firstAt: number | undefined
  const { promise: asked, resolve: ask } = Promise.withResolvers<Signal>()
  const endAtOnce = () => {
    atOnce()
    process.exit(1)
  }
  for (const signal of stopSignals) {
    process.on(signal, () => {
      if (firstAt !== undefined && performance.now() - firstAt > sameWish) endAtOnce()
      firstAt ??= performance.now()
      ask(signal)
    })
  }
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, error => {
      process.stderr.write(`Unexpected error: ${error instanceof Error ? error.stack : String(error)}\n`)
      endAtOnce()
    })
  }
  return {
    asked,
    within: async (drainFor, end) => {
      const timer = setTimeout(endAtOnce, drainFor)
      await end()
      clearTimeout(timer)
    },
  }
}
