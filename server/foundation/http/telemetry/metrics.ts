import type { FastifyInstance } from 'fastify'
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client'
import { type CountRequest, createRequestMetrics } from './request-metrics.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the answer is 503. */
    unavailableCause: string | null
  }
}

/** Counters and timings of the service; /metrics serves them in Prometheus's text format. */
export type Metrics = {
  /** Everything that is measured in this process, to be merged with that of others. */
  read: () => Promise<ProcessMetrics>
  /** What /metrics answers. */
  write: () => Promise<string>
  /** Counts and times every request of `app`, by route and status. */
  observe: (app: FastifyInstance) => void
  /** Counts and times a request that Fastify does not see, in milliseconds. */
  countRequest: CountRequest
  observeGroup: (what: string) => (size: number) => void
  gauge: (name: string, help: string, read: () => number) => void
  /** Values that are read for each scrape. Those that take longer than a second are left out. */
  gauges: (family: Family, read: () => Sample[] | Promise<Sample[]>) => void
  /** A counter whose value is kept elsewhere. */
  countOf: (name: string, help: string, read: () => number) => void
  counter: (family: Family) => (labels: Record<string, string>) => void
}

export type Family = { name: string; help: string; labels?: string[] }

export type Sample = { labels: Record<string, string>; value: number }

const patience = 1_000 // ms

export type ProcessMetrics = MetricObjectWithValues<MetricValue<string>>[]

type Process = {
  /** The value of the label `process`. */
  name: string
  /** Merges the metrics of all processes. */
  writeAll: () => Promise<string>
}

export const metricsType = Registry.PROMETHEUS_CONTENT_TYPE

/** `process` says which of several processes this is. A service of one process has no such label. */
export function createMetrics(process?: Process): Metrics {
  const registry = new Registry()
  if (process) registry.setDefaultLabels({ process: process.name })
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const countRequest = createRequestMetrics(registry)
  const groups = new Histogram({
    name: 'realword_group_commit_rows',
    help: 'Rows that shared one commit',
    labelNames: ['table'],
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers,
  })

  const unavailable = new Counter({
    name: 'realword_unavailable_total',
    help: 'Requests answered with 503, by cause',
    labelNames: ['cause'],
    registers,
  })

  function observe(app: FastifyInstance): void {
    app.decorateRequest('unavailableCause', null)
    app.addHook('onResponse', (request, reply, done) => {
      // Unknown addresses share one label, so that a scanner cannot create a thousand labels.
      const route = request.routeOptions.url ?? 'unknown'
      const method = request.routeOptions.url ? request.method : 'any'
      countRequest(method, route, reply.statusCode, reply.elapsedTime)
      if (reply.statusCode === 503) unavailable.inc({ cause: request.unavailableCause ?? 'other' })
      done()
    })
  }

  return {
    read: () => registry.getMetricsAsJSON(),
    write: process?.writeAll ?? (() => registry.metrics()),
    observe,
    countRequest,
    observeGroup: table => size => groups.observe({ table }, size),
    gauge: (name, help, read) => {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read())
        },
      })
    },
    gauges: ({ name, help, labels = [] }, read) => {
      new Gauge({
        name,
        help,
        labelNames: labels,
        registers,
        async collect() {
          const samples = await inTime(read)
          this.reset()
          // Without labels, a value that is not known would be 0 after the reset.
          if (labels.length === 0 && samples.length === 0) this.remove()
          for (const { labels: its, value } of samples) this.set(its, value)
        },
      })
    },
    countOf: (name, help, read) => {
      new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset()
          this.inc(read())
        },
      })
    },
    counter: ({ name, help, labels = [] }) => {
      const counter = new Counter({ name, help, labelNames: labels, registers })
      return its => counter.inc(its)
    },
  }
}

async function inTime(read: () => Sample[] | Promise<Sample[]>): Promise<Sample[]> {
  const late = Promise.withResolvers<Sample[]>()
  const timer = setTimeout(() => late.resolve([]), patience)
  try {
    return await Promise.race([read(), late.promise])
  } catch {
    return []
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The metrics of several processes as one page. They keep their label `process` instead of being added up: the counters
 * of a replaced process begin at 0, and Prometheus recognises that for each series only.
 */
export function mergeMetrics(processes: ProcessMetrics[]): Promise<string> {
  const all = processes.map(metrics =>
    metrics.map(metric => ({
      ...metric,
      aggregator: 'first',
      // NaN, such as a mean of nothing, does not survive the way between processes.
      values: metric.values.filter(({ value }) => Number.isFinite(value)),
    })),
  )
  return AggregatorRegistry.aggregate(all).metrics()
}
