import { inspect, parseArgs } from 'node:util'
import { audit } from './audit.ts'
import { AuditFailed } from './failed.ts'
import { usualFile } from './known.ts'

/** `npm run audit`. Ends with 1 if an advisory is older than its time frame, with 2 if nothing could be checked. */
try {
  const { values } = parseArgs({
    options: {
      registry: { type: 'string' },
      date: { type: 'string', default: new Date().toISOString().slice(0, 10) },
      file: { type: 'string', default: usualFile },
    },
  })
  const { registry, date: today, file } = values
  if (!audit({ today, registry, file }, line => process.stdout.write(`${line}\n`))) process.exitCode = 1
} catch (error) {
  // Whatever it is: 1 would say that a package is overdue.
  const text = error instanceof AuditFailed ? `Error: ${error.message}` : inspect(error)
  process.stderr.write(`${text}\n`)
  process.exitCode = 2
}
