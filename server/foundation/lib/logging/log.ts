import { stripVTControlCharacters } from 'node:util'
import { type Logger, pino } from 'pino'
import { describeError } from './errors.ts'
import { maskLine } from './masking.ts'
import { prettyLine } from './pretty.ts'
import { limitRepeatedErrors } from './repeated-errors.ts'

export type LogFormat = 'json' | 'pretty'

export type LogOptions = {
  level: string
  format: LogFormat
  /** Receives each line, with its line break. Default: standard output. */
  write?: (line: string) => void
}

export type Log = Logger

const minute = 60_000 // ms

/**
 * Logs one line per event: JSON with pino's `level`, `time` and `msg`, or a line for people. Lines contain no email
 * addresses, passwords in addresses, or tokens. Of equal errors, five are logged in a minute and the rest are counted.
 */
export function createLog({ level, format, write = writeOut }: LogOptions): Log {
  const repeated = limitRepeatedErrors()
  const log = pino(
    {
      level,
      base: { pid: process.pid },
      serializers: { err: describeError, req: describeRequest },
      hooks: {
        logMethod(args, method, severity) {
          const [fields, message] = args as unknown as [unknown, unknown]
          if (repeated.shouldLog(severity, fields, message)) method.apply(this, args)
        },
      },
    },
    { write: line => write(shown(maskLine(line), format)) },
  )
  if (level === 'silent') return log
  const report = (all?: boolean) => {
    for (const { method, fields, message } of repeated.flush(all)) log[method](fields, message)
  }
  setInterval(report, minute).unref()
  if (write === writeOut) process.once('exit', () => report(true))
  return log
}

/** Logs what the operator must read, whatever the level: addresses and sign-in links, which are not masked. */
export function createAnnouncer({
  format,
  write = writeOut,
}: Omit<LogOptions, 'level'>): (text: string) => void {
  const log = pino({ base: { pid: process.pid } }, { write })
  return text => (format === 'json' ? log.info(stripVTControlCharacters(text)) : write(`${text}\n`))
}

function shown(line: string, format: LogFormat): string {
  return format === 'json' ? line : prettyLine(line)
}

function writeOut(line: string): void {
  process.stdout.write(line)
}

// Never the path or the query of a request: they contain tokens.
function describeRequest({ method, routeOptions }: { method?: string; routeOptions?: { url?: string } }) {
  return { method, route: routeOptions?.url }
}
