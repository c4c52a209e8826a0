/** What stops a running command: `asked` resolves at the first SIGINT or SIGTERM. */
export type Shutdown = {
  asked: Promise<void>
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
  let ask = () => {}
  const asked = new Promise<void>(resolve => {
    ask = resolve
  })
  const endAtOnce = () => {
    atOnce()
    process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (firstAt !== undefined && performance.now() - firstAt > sameWish) endAtOnce()
      firstAt ??= performance.now()
      ask()
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
