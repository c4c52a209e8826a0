import type { AddressInfo } from 'node:net'
import type { Config } from '../../../foundation/config/config.ts'
import type { Metrics } from '../../../foundation/http/telemetry/metrics.ts'
import { Problem } from '../../../foundation/lib/problem.ts'

/** What answers HTTP: this process (`one-process.ts`), or several others (`many-processes.ts`). */
export type Front = {
  metrics: Metrics
  /** Resolves with the address once it listens. Throws Problem if the address cannot be used. */
  listen: () => Promise<AddressInfo>
  /** `/health/ready` answers 503 from now on; every request is answered, and its connection closed. */
  drain: () => void
  /** Answers the requests in flight and takes no more. */
  close: () => Promise<void>
}

/** Throws Problem if `listen` fails because of the address. */
export async function explainTrouble({ HOST, PORT }: Config, listen: () => Promise<unknown>): Promise<void> {
  try {
    await listen()
  } catch (error) {
    const code = (error as { code?: string }).code
    if (code === 'EADDRINUSE')
      throw new Problem(
        `Port ${PORT} of ${HOST} is taken.`,
        'Stop the program that uses it, or set PORT to another one (0 chooses a free port).',
      )
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL')
      throw new Problem(
        `Cannot listen on ${HOST}:${PORT} (${code}).`,
        'Set HOST and PORT to an address of this machine that you may use.',
      )
    throw error
  }
}
