import { boundEvents } from '../bounded-events.ts'
import { systemClock } from '../time/clock.ts'

export type Sum = { method: 'warn' | 'error'; fields: object; message: string }

const most = 5 // lines with the same error
const length = 60_000 // ms
const warning = 40 // pino's level

/** Of equal errors, the first few of a minute are logged. `flush` counts the others. */
export function limitRepeatedErrors() {
  const events = boundEvents(systemClock, { most, length })

  return {
    /** Whether to log the line. Lines without an error always are. */
    shouldLog: (level: number, fields: unknown, message: unknown): boolean => {
      const error =
        level >= warning && typeof fields === 'object' && (fields as { err?: unknown } | null)?.err
      if (!error) return true
      return events.shouldWrite(JSON.stringify([level, message, ...kindOf(error)]))
    },
    /** What to log for the lines of ended minutes, or of all, that were not logged. */
    flush: (all?: boolean): Sum[] => events.flush(all).map(({ kind, count }) => sumOf(kind, count)),
  }
}

// The code says what went wrong where there is one: messages may contain ids.
function kindOf(error: unknown): string[] {
  const { name = '', code, message } = error as Partial<Error> & { code?: unknown }
  return [name, String(code ?? message ?? error).slice(0, 200)]
}

function sumOf(kind: string, repeated: number): Sum {
  const [level, message, type, code] = JSON.parse(kind) as [number, string, string, string]
  return {
    method: level === warning ? 'warn' : 'error',
    fields: { repeated, error: { type, code } },
    message: `${message}: ${repeated} more in the last minute`,
  }
}
