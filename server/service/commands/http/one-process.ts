import type { AddressInfo } from 'node:net'
import { createDraining } from '../../../foundation/http/sockets/draining.ts'
import { createMetrics } from '../../../foundation/http/telemetry/metrics.ts'
import { createApp } from '../../app.ts'
import { explainTrouble, type Front } from './front.ts'

/** Answers in this process. */
export async function oneProcess(options: Parameters<typeof createApp>[0]): Promise<Front> {
  const draining = createDraining()
  const metrics = createMetrics()
  const app = await createApp({ ...options, draining, metrics })
  const { HOST, PORT } = options.config
  return {
    metrics,
    listen: async () => {
      await explainTrouble(options.config, () => app.listen({ host: HOST, port: PORT }))
      return app.server.address() as AddressInfo
    },
    drain: draining.begin,
    close: () => app.close(),
  }
}
