import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '../network/listen.ts'

/** One request that a receiver got. */
export type Received = {
  id: string
  headers: Record<string, string>
  body: string
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the type of its event
  event: any
}

type Reply = (response: ServerResponse, received: Received, request: IncomingMessage) => void

export type Receiver = {
  url: string
  received: Received[]
  /** What the receiver does with the next requests. By default, it answers 204. */
  reply: (how: Reply) => void
  types: () => string[]
  close: () => Promise<void>
}

/** A receiver of webhooks on a free port of this machine. */
export async function startReceiver(path = '/hooks'): Promise<Receiver> {
  const received: Received[] = []
  let how: Reply = response => void response.writeHead(204).end()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk)).on('error', () => {})
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const headers = request.headers as Record<string, string>
      const one = { id: headers['webhook-id'] ?? '', headers, body, event: JSON.parse(body) }
      received.push(one)
      how(response, one, request)
    })
  })
  const { url, close } = await listen(server)
  return {
    url: `${url}${path}`,
    received,
    reply: next => {
      how = next
    },
    types: () => received.map(({ event }) => event.type),
    close,
  }
}

/** A reply of a status alone. */
export function status(code: number, headers: Record<string, string> = {}): Reply {
  return response => void response.writeHead(code, headers).end(`answer ${code}`)
}
