import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '../../server/test/network/listen.ts'

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
  const server = await listen(
    createServer((request, response) => {
      const page = pages.get(new URL(request.url ?? '/', 'http://shop').pathname)
      response.writeHead(page?.status ?? 404, {
        'content-type': 'text/html; charset=utf-8',
        ...page?.headers,
      })
      response.end(page?.html ?? '')
    }),
  )
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
  const server = await listen(
    createServer((request, response) => {
      const url = new URL(request.url ?? '/', 'http://api')
      asked.push(url)
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('content-type', 'application/json')
      handle(url, response, request)
    }),
  )
  return {
    ...server,
    asked,
    answer: next => {
      handle = next
    },
  }
}
