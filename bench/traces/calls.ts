import type { IncomingMessage } from 'node:http'
import { endRequest, startRequest } from '../../server/foundation/http/telemetry/traces.ts'
import { currentSpan, currentTraceparent, inSpan } from '../../server/foundation/lib/tracing/spans.ts'

const times = 2_000_000

/** Nanoseconds of processor time that the calls of one request cost while traces are off, beside an empty loop. */
export function costOfCalls(): number {
  const request = { method: 'GET', headers: {} } as IncomingMessage
  let sum = 0
  const call = (n: number) => {
    const span = startRequest(request)
    inSpan(span, () => {
      if (currentSpan() || currentTraceparent()) sum += n
    })
    if (span) endRequest(span, 'GET', undefined, 200)
    sum += n & 1
  }
  const nothing = (n: number) => {
    sum += n & 1
  }
  const rounds = Array.from({ length: 5 }, () => timeOf(call) - timeOf(nothing)).sort((a, b) => a - b)
  if (sum === 0) throw new Error('the compiler removed the loops')
  return rounds[2] as number
}

// Processor time, not time: other work on the machine does not count.
function timeOf(act: (n: number) => void): number {
  const before = process.cpuUsage()
  for (let n = 0; n < times; n++) act(n)
  const { user, system } = process.cpuUsage(before)
  return ((user + system) * 1000) / times
}
