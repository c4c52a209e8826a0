import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a gateway does to a request: `pass` forwards it; `lose` forwards it and cuts the connection in place of the answer. */
export type Act = 'pass' | 'lose' | ((response: ServerResponse) => void)

export type Gateway = {
  url: string
  /** The requests that it received, in their order. */
  seen: { method: string; path: string; headers: IncomingMessage['headers']; at: number }[]
  close: () => void
}

/** A gateway before the service, which treats the first requests as `acts` says, and passes the others. */
export async function startGateway(service: string, ...acts: Act[]): Promise<Gateway> {
  const seen: Gateway['seen'] = []
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request
    const act = acts[seen.length] ?? 'pass'
    seen.push({ method, path, headers, at: performance.now() })
    if (typeof act === 'function') return act(response)
    const answer = await forward(service, request)
    if (act === 'lose') return response.destroy()
    response.writeHead(answer.status, Object.fromEntries(kept(answer.headers)))
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url, seen, close }
}

async function forward(service: string, request: IncomingMessage): Promise<Response> {
  const body = Buffer.concat(await request.toArray())
  const headers = Object.entries(request.headers).filter(
    ([name]) => !['host', 'connection', 'content-length', 'transfer-encoding'].includes(name),
  )
  return await fetch(service + request.url, {
    method: request.method ?? '',
    headers: Object.fromEntries(headers) as Record<string, string>,
    ...(body.length > 0 && { body }),
  })
}

// `fetch` has decoded the body.
function kept(headers: Headers): [string, string][] {
  return [...headers].filter(
    ([name]) => !/^(content-(length|encoding)|transfer-encoding|connection)$/.test(name),
  )
}
