import { Counter, type Metric, type Registry } from 'prom-client'

/** Counts and times a request, in milliseconds. */
export type CountRequest = (method: string, route: string, status: number, took: number) => void

type Times = { statuses: Map<number, number>; buckets: number[]; count: number; seconds: number }

const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] // seconds

/**
 * Adds the number of requests and their durations to the registry. They are summed here and handed over when they are
 * asked for: prom-client sorts and joins the labels of each observation, which was a twentieth of the time of a read
 * from the cache.
 */
export function createRequestMetrics(registry: Registry): CountRequest {
  const routes = new Map<string, Map<string, Times>>()

  function timesOf(method: string, route: string): Times {
    const methods = routes.get(route) ?? new Map<string, Times>()
    const times = methods.get(method) ?? {
      statuses: new Map(),
      buckets: bounds.map(() => 0),
      count: 0,
      seconds: 0,
    }
    routes.set(route, methods.set(method, times))
    return times
  }

  const all = () =>
    [...routes].flatMap(([route, methods]) =>
      [...methods].map(([method, times]) => ({ labels: { method, route }, times })),
    )

  new Counter({
    name: 'realword_http_requests_total',
    help: 'Requests answered',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { labels, times } of all()) {
        for (const [status, count] of times.statuses) this.inc({ ...labels, status }, count)
      }
    },
  })
  registry.registerMetric(histogramOf(all) as unknown as Metric<string>)

  return (method, route, status, took) => {
    const times = routes.get(route)?.get(method) ?? timesOf(method, route)
    times.statuses.set(status, (times.statuses.get(status) ?? 0) + 1)
    const seconds = took / 1000
    const bucket = bounds.findIndex(bound => seconds <= bound)
    if (bucket >= 0) times.buckets[bucket] = (times.buckets[bucket] as number) + 1
    times.count++
    times.seconds += seconds
  }
}

type Series = { labels: Record<string, string>; times: Times }

// prom-client reads a metric through these members alone.
function histogramOf(all: () => Series[]) {
  const name = 'realword_http_request_duration_seconds'
  const help = 'From the request line read to the last byte of the answer handed to the system'
  return {
    name,
    get: async () => ({
      name,
      help,
      type: 'histogram',
      aggregator: 'sum',
      values: all().flatMap(series => valuesOf(name, series)),
    }),
  }
}

/** The buckets of a histogram are cumulative: each contains the smaller ones. */
function valuesOf(name: string, { labels, times }: Series) {
  let sum = 0
  const buckets = bounds.map((bound, index) => {
    sum += times.buckets[index] as number
    return { labels: { ...labels, le: bound }, value: sum, metricName: `${name}_bucket` }
  })
  return [
    ...buckets,
    { labels: { ...labels, le: '+Inf' }, value: times.count, metricName: `${name}_bucket` },
    { labels, value: times.seconds, metricName: `${name}_sum` },
    { labels, value: times.count, metricName: `${name}_count` },
  ]
}
