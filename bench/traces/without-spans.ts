import { registerHooks } from 'node:module'

// Loaded before the service, it puts empty functions in the place of those that record spans: what is left of traces is
// the calls, which the compiler removes.

const spans = `
  export const kinds = {}
  export const recordSpans = () => {}
  export const isTracing = () => false
  export const currentSpan = () => undefined
  export const currentTraceparent = () => undefined
  export const traceparentOf = () => ''
  export const startSpan = () => undefined
  export const endSpan = () => {}
  export const inSpan = (_span, act) => act()
  export const traced = (_start, act) => act()
  export const errorType = () => ''
  export const now = () => 0`

const requests = `
  export const traceRequests = () => {}
  export const startRequest = () => undefined
  export const endRequest = () => {}`

const replaced = new Map([
  [new URL('../../server/foundation/lib/tracing/spans.ts', import.meta.url).href, spans],
  [new URL('../../server/foundation/http/telemetry/traces.ts', import.meta.url).href, requests],
])

registerHooks({
  load: (url, context, next) => {
    const source = replaced.get(url)
    return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true }
  },
})
