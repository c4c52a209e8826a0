import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server on its own port, and so with another origin than the service's. */
export type Server = { url: string; close: () => Promise<void> }

/** A shop whose pages `put` defines, by path. */
export type Shop = Server & {
  put: (path: string, html: string, headers?: Record<string, string>, status?: number) => string
}

/** A fake API, for responses that the service would never send. It records requests. */
export type FakeApi = Server & { asked: URL[]; answer: (handle: Handle) => void }

type Handle = (url: URL, response: ServerResponse, request: IncomingMessage) => void

export async function startShop(): Promise<Shop> {
  const pages = new Map<string, { html: string; headers: Record<string, string>; status: number }>()
  const server = await listen((request, response) => {
    const page = pages.get(new URL(request.url ?? '/', 'http://shop').pathname)
    response.writeHead(page?.status ?? 404, { 'content-type': 'text/html; charset=utf-8', ...page?.headers })
    response.end(page?.html ?? '')
  })
  return {
    ...server,
    put: (path, html, headers = {}, status = 200) => {
      pages.set(path, { html, headers, status })
      return server.url + path
    },
  }
}

export async function startFakeApi(): Promise<FakeApi> {
  const asked: URL[] = []
  let handle: Handle = (_url, response) => response.end('{"result":[],"count":0}')
  const server = await listen((request, response) => {
    const url = new URL(request.url ?? '/', 'http://api')
    asked.push(url)
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('content-type', 'application/json')
    handle(url, response, request)
  })
  return {
    ...server,
    asked,
    answer: next => {
      handle = next
    },
  }
}

async function listen(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<Server> {
  const server = createServer(handle)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
