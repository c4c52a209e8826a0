import { readFileSync } from 'node:fs'
import { Agent, get, type IncomingMessage, request } from 'node:http'
import { expect } from 'vitest'
import { type Service, waitFor } from '../service.ts'

export type Reply = { status: number; headers: IncomingMessage['headers']; body: string }

/** Sends requests over one connection of its own, so that one HTTP process answers all of them. */
export type Connection = (
  method: string,
  path: string,
  options?: { headers?: Record<string, string>; body?: unknown },
) => Promise<Reply>

/** Connections that are distributed over all HTTP processes. */
export function openConnections(service: Pick<Service, 'url'>, count = 8): Connection[] {
  return Array.from({ length: count }, () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    return (method, path, { headers = {}, body } = {}) => {
      const { promise, resolve, reject } = Promise.withResolvers<Reply>()
      const sent = request(service.url + path, {
        agent,
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      })
      sent.once('error', reject)
      sent.once('response', async response => {
        const text = (await response.setEncoding('utf8').toArray()).join('')
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text })
      })
      sent.end(body === undefined ? undefined : JSON.stringify(body))
      return promise
    }
  })
}

/** Whether the service answers a request over a new connection. Waits without a limit. */
export function isAnswered(url: string): Promise<boolean> {
  return new Promise(resolve => {
    const asked = get(`${url}/health/live`, { agent: false }, answer =>
      answer.resume().once('end', () => resolve(true)),
    )
    asked.once('error', () => resolve(false))
    asked.once('close', () => resolve(false))
  })
}

/** How many requests of a route each HTTP process has answered, by /metrics. */
async function answeredBy(service: Service, route: string): Promise<Record<string, number>> {
  const page = await (await fetch(`${service.url}/metrics`)).text()
  const counts: Record<string, number> = {}
  for (const [, labels = '', value] of page.matchAll(/^realword_http_requests_total\{(.*)\} (\d+)$/gm)) {
    const name = /process="(.*?)"/.exec(labels)?.[1] as string
    if (labels.includes(`route="${route}"`)) counts[name] = (counts[name] ?? 0) + Number(value)
  }
  return counts
}

/** Expects that both HTTP processes have answered requests of the route. Otherwise a test proves nothing. */
export async function expectBothAnswered(service: Service, route: string): Promise<void> {
  const counts = await answeredBy(service, route)
  expect(Object.keys(counts).sort()).toEqual(['http-1', 'http-2'])
}

/** The process ids of the HTTP processes of a service. */
export function httpProcessesOf({ pid }: Service): number[] {
  const children = readText(`/proc/${pid}/task/${pid}/children`).trim().split(' ')
  return children.map(Number).filter(child => isHttpProcess(child))
}

export function isHttpProcess(pid: number): boolean {
  return readText(`/proc/${pid}/cmdline`).includes('http-process.ts')
}

/** Waits until the service has `count` HTTP processes that answer, none of which is in `gone`. */
export async function waitForProcesses(service: Service, count: number, gone: number[]): Promise<number[]> {
  return await waitFor(`${count} HTTP processes`, async () => {
    const now = httpProcessesOf(service)
    if (now.length < count || now.some(pid => gone.includes(pid))) return undefined
    const page = await fetch(`${service.url}/metrics`).then(
      answer => answer.text(),
      () => '',
    )
    const measured = page.match(/^process_start_time_seconds\{process="http-\d+"\}/gm)
    return measured?.length === count && now
  })
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
