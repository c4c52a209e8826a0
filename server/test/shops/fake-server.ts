import { createServer, type IncomingMessage } from 'node:http'
import { listen } from '../network/listen.ts'

export type Asked = { method: string; url: URL; headers: IncomingMessage['headers']; body: unknown }
export type Answer = { status?: number; headers?: Record<string, string>; json?: unknown }

export type FakeServer = {
  url: string
  /** Every request, those that failed at random too. */
  asked: Asked[]
  /** The share of requests that fail from now on: half with 503, half with a closed connection. */
  fail: (share: number, random?: () => number) => void
  close: () => Promise<void>
}

/** A server on loopback that answers in JSON, and that can fail at random. */
export async function startFakeServer(
  answer: (request: Asked) => Answer | Promise<Answer>,
): Promise<FakeServer> {
  let share = 0
  let random = Math.random
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const one: Asked = {
      method: request.method ?? 'GET',
      url: new URL(request.url ?? '/', 'http://127.0.0.1'),
      headers: request.headers,
      body: text ? JSON.parse(text) : undefined,
    }
    asked.push(one)
    if (random() < share) {
      if (random() < 0.5) return request.socket.destroy()
      return response.writeHead(503, { 'retry-after': '0' }).end('Service Unavailable')
    }
    const { status = 200, headers = {}, json } = await answer(one)
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(json === undefined ? '' : JSON.stringify(json))
  })
  const { url, close } = await listen(server)
  return {
    url,
    asked,
    fail: (newShare, newRandom = Math.random) => {
      share = newShare
      random = newRandom
    },
    close,
  }
}
