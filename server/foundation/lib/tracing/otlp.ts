import { setTimeout as pause } from 'node:timers/promises'
import { type Attributes, isTracing, kinds, recordSpans, type Span } from './spans.ts'

export type TracingOptions = {
  /** The address of an OTLP receiver (HTTP); `/v1/traces` is added. */
  endpoint: string
  serviceName: string
  version: string
  ratio: number
  log: (message: string, error?: unknown) => void
}

const most = 2_048 // spans in memory; others are dropped
const batch = 512 // spans per request
const every = 2_000 // ms
const patience = 10_000 // ms for an answer

/**
 * Records spans and sends them in batches as OTLP/JSON. If the receiver is away or hangs, spans are
 * dropped and one line is logged. Returns a function that stops it, after at most two seconds for a last batch.
 */
export function startTracing({
  endpoint,
  serviceName,
  version,
  ratio,
  log,
}: TracingOptions): () => Promise<void> {
  const spans: Span[] = []
  let sending: Promise<void> | undefined
  let isAway = false
  const resource = {
    attributes: listed({
      'service.name': serviceName,
      'service.version': version,
      'process.pid': process.pid,
    }),
  }

  function send(within = patience): Promise<void> {
    sending ??= sendBatch(spans.splice(0, batch), within).finally(() => {
      sending = undefined
    })
    return sending
  }

  async function sendBatch(sent: Span[], within: number): Promise<void> {
    if (sent.length === 0) return
    const body = {
      resourceSpans: [
        { resource, scopeSpans: [{ scope: { name: 'realword', version }, spans: sent.map(encoded) }] },
      ],
    }
    try {
      const answer = await fetch(`${endpoint}/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(within),
      })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`the receiver answered ${answer.status}`)
      if (isAway) log('traces are received again')
      isAway = false
    } catch (error) {
      if (!isAway) log('traces are lost: OTEL_EXPORTER_OTLP_ENDPOINT does not take them', error)
      isAway = true
    }
  }

  recordSpans({
    ratio,
    record: span => {
      if (spans.length >= most) return
      spans.push(span)
      if (spans.length === batch) void send()
    },
  })
  const timer = setInterval(() => void send(), every).unref()
  return async () => {
    if (isTracing()) recordSpans(undefined)
    clearInterval(timer)
    await Promise.race([sending, pause(every)])
    if (!isAway && !sending) await send(every)
  }
}

function encoded({ traceId, spanId, parentSpanId, name, kind, start, end, attributes, hasFailed }: Span) {
  return {
    ...{ traceId, spanId, ...(parentSpanId && { parentSpanId }) },
    ...{ name, kind: kinds[kind], attributes: listed(attributes) },
    ...{ startTimeUnixNano: nanoseconds(start), endTimeUnixNano: nanoseconds(end) },
    ...(hasFailed && { status: { code: 2 } }),
  }
}

function listed(attributes: Attributes) {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))
}

// More digits than a number has.
function nanoseconds(milliseconds: number): string {
  const whole = Math.floor(milliseconds)
  return `${whole}${String(Math.floor((milliseconds - whole) * 1e6)).padStart(6, '0')}`
}
