import { Busy } from '../database/group-commit.ts'
import { NotDurable } from '../database/pipeline.ts'

const byCode: [RegExp, string][] = [
  [/^53100$/, 'disk_full'],
  [/^(53300|57P03)$/, 'connections'],
  [/^(57014|55P03)$/, 'timeout'],
  [/^(40001|40P01)$/, 'conflict'],
  [/^25006$/, 'read_only'],
]

/** Why a request was answered with 503, as one of a few words for the metrics. */
export function unavailableCause(error: unknown): string {
  if (error instanceof Busy) return 'busy'
  if (error instanceof NotDurable) return 'not_durable'
  if (!(error instanceof Error)) return 'other'
  if (error.cause !== undefined) return unavailableCause(error.cause)
  if (/timeout exceeded when trying to connect/.test(error.message)) return 'pool'
  if (/Query read timeout/.test(error.message)) return 'timeout'
  const code = String((error as { code?: unknown }).code ?? '')
  return byCode.find(([pattern]) => pattern.test(code))?.[1] ?? (code === '' ? 'other' : 'connection')
}
