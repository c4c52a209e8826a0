import packageJson from '../../../../package.json' with { type: 'json' }
import type { Config } from '../../../foundation/config/config.ts'

/** Records the traces of this process if the settings name a receiver. Returns a function that stops it. */
export async function traceIfWanted(
  config: Config,
  log: (message: string, error?: unknown) => void,
): Promise<() => Promise<void>> {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!endpoint) return async () => {}
  const { startTracing } = await import('../../../foundation/lib/tracing/otlp.ts')
  return startTracing({
    endpoint,
    serviceName: config.OTEL_SERVICE_NAME,
    version: packageJson.version,
    ratio: config.OTEL_TRACES_SAMPLER_ARG,
    log,
  })
}
