import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

/** Where a span belongs: its trace, and the span itself. Both in hexadecimal. */
export type SpanContext = { traceId: string; spanId: string }

export type Attributes = Record<string, string | number>

/** The kinds of OpenTelemetry, by their numbers in OTLP. */
export const kinds = { server: 2, client: 3, producer: 4, consumer: 5 } as const

export type Span = SpanContext & {
  parentSpanId: string | undefined
  name: string
  kind: keyof typeof kinds
  /** Milliseconds since 1970, with fractions. */
  start: number
  end: number
  attributes: Attributes
  hasFailed: boolean
}

export type Recorder = {
  record: (span: Span) => void
  /** Which share of the traces is recorded, from 0 to 1. */
  ratio: number
}

let recorder: Recorder | undefined
const current = new AsyncLocalStorage<SpanContext>()

/** Turns tracing on for this process, or off. While it is off, every function here returns at once. */
export function recordSpans(to: Recorder | undefined): void {
  recorder = to
}

export function isTracing(): boolean {
  return recorder !== undefined
}

/** The span that the caller runs in; undefined while tracing is off, and in traces that are not recorded. */
export function currentSpan(): SpanContext | undefined {
  return recorder && current.getStore()
}

/** `currentSpan` as the header of W3C Trace Context, to continue the trace elsewhere. */
export function currentTraceparent(): string | undefined {
  const span = currentSpan()
  return span && traceparentOf(span)
}

export function traceparentOf({ traceId, spanId }: SpanContext): string {
  return `00-${traceId}-${spanId}-01`
}

type Start = Pick<Span, 'name' | 'kind'> & {
  attributes?: Attributes
  /** The header of the caller, or what a job carries. An invalid one begins a trace. */
  traceparent?: string | undefined
  /** The span above; default: `currentSpan`. */
  parent?: SpanContext | undefined
  /** Milliseconds since 1970; default: now. */
  start?: number
}

/** Begins a span. Undefined while tracing is off, and if its trace is not recorded. */
export function startSpan(start: Start): Span | undefined {
  // Before the defaults: reading the clock costs more than all other calls of a request together.
  return recorder && beginSpan(start, recorder.ratio)
}

function beginSpan(
  { traceparent, parent = currentSpan(), start = now(), ...given }: Start,
  ratio: number,
): Span | undefined {
  const remote = parent ? undefined : readTraceparent(traceparent)
  const traceId = parent?.traceId ?? remote?.traceId ?? randomHex()
  if (!parent && (remote?.isSampled === false || !isRecorded(traceId, ratio))) return undefined
  return {
    ...given,
    traceId,
    spanId: randomHex().slice(16),
    parentSpanId: parent?.spanId ?? remote?.spanId,
    start,
    end: start,
    attributes: given.attributes ?? {},
    hasFailed: false,
  }
}

/** Ends the span and records it. */
export function endSpan(span: Span | undefined, { attributes = {}, hasFailed = false } = {}): void {
  if (!span) return
  Object.assign(span.attributes, attributes)
  span.hasFailed = hasFailed
  span.end = now()
  recorder?.record(span)
}

/** Runs `act` in the span: spans that begin there are its children. */
export function inSpan<T>(span: SpanContext | undefined, act: () => T): T {
  return span ? current.run(span, act) : act()
}

/** Runs `act` in a new span, which ends with it. */
export async function traced<T>(start: Start, act: () => Promise<T>): Promise<T> {
  const span = startSpan(start)
  if (!span) return await act()
  try {
    const result = await inSpan(span, act)
    endSpan(span)
    return result
  } catch (error) {
    endSpan(span, { hasFailed: true, attributes: { 'error.type': errorType(error) } })
    throw error
  }
}

/** The code or class of an error. Its message may contain data. */
export function errorType(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: string }
  return String(code ?? name ?? 'error').slice(0, 64)
}

export function now(): number {
  return performance.timeOrigin + performance.now()
}

/** https://www.w3.org/TR/trace-context/#traceparent-header; later versions may append fields. */
function readTraceparent(header: string | undefined) {
  const [, version, traceId = '', spanId = '', flags = '', rest = ''] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(header ?? '') ?? []
  const isValid =
    version !== undefined &&
    version !== 'ff' &&
    !(version === '00' && rest) &&
    !/^0+$/.test(traceId) &&
    !/^0+$/.test(spanId)
  return isValid ? { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 } : undefined
}

// Node draws the random bytes of 128 UUIDs at once: two spans cost 2.5 µs of CPU, and 7.5 with a draw for each id.
function randomHex(): string {
  return randomUUID().replaceAll('-', '')
}

// The same decision in every service with the same share: the last bytes of an id are random.
function isRecorded(traceId: string, ratio: number): boolean {
  return Number.parseInt(traceId.slice(-8), 16) < ratio * 0x1_0000_0000
}
