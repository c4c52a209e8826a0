import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { startMailServer } from '../../server/test/mail/mail-server.ts'
import { listen } from '../../server/test/network/listen.ts'
import { onCleanUp, readyDataDir, runJson, type Service, startService } from '../service.ts'
import { createStore } from '../store.ts'

type Order = {
  customers: { email: string; language?: string }[]
  lines: { product_id: string; state: string }[]
  requests: { email: string; state: string; product_ids: string[] }[]
}

/** A store of the service that a shop is connected to. */
export class Realword {
  readonly service: Service
  readonly storeId: string
  readonly #key: string

  constructor(service: Service, storeId: string, key: string) {
    this.service = service
    this.storeId = storeId
    this.#key = key
  }

  async manage<T>(method: string, path: string): Promise<T> {
    const headers = { authorization: `Bearer ${this.#key}` }
    const answer = await fetch(`${this.service.url}/manage/v1${path}`, { method, headers })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return JSON.parse(text) as T
  }

  order(orderId: string): Promise<Order> {
    return this.manage('GET', `/orders/${orderId}`)
  }

  /** Who is asked about which products: `ana@example.com scheduled 1`. Why there is no order, if there is none. */
  async asked(orderId: string): Promise<string[]> {
    try {
      const { requests } = await this.order(orderId)
      return requests
        .map(({ email, state, product_ids }) => `${email} ${state} ${product_ids.toSorted().join()}`)
        .sort()
    } catch (error) {
      return [String(error)]
    }
  }

  /** What became of what the shop sent of an order, the newest first. */
  async log(connectionId: string, orderId: string): Promise<string[]> {
    type Event = { subject: string; outcome: string }
    const events = await runJson<Event[]>(['connect', 'log', connectionId], this.service)
    return events.filter(({ subject }) => subject === orderId).map(({ outcome }) => outcome)
  }
}

export type Mails = Awaited<ReturnType<typeof startMailServer>>

/** The service with a store of Brazil, and the mail server that it sends to. */
export async function startRealword(): Promise<{ realword: Realword; mails: Mails }> {
  const mails = await startMailServer()
  onCleanUp(() => mails.close())
  const env = { SMTP_URL: mails.url, MAIL_FROM: 'reviews@shop.example' }
  const service = await startService({ dataDir: readyDataDir(), env })
  const { store_id } = await createStore(service)
  const { api_key } = await runJson<{ api_key: string }>(
    [
      ...['key', 'create', '--store', store_id, '--type', 'manage'],
      ...['--scope', 'orders:read', '--scope', 'orders:write'],
    ],
    service,
  )
  return { realword: new Realword(service, store_id, api_key), mails }
}

export type Connection = { connection_id: string; webhook_url: string; secret: string }

/** Adds a connection with a ready mapping. */
export async function connectAs(preset: string, { service, storeId }: Realword): Promise<Connection> {
  const given = ['--platform', 'generic', '--preset', preset]
  return await runJson<Connection>(['connect', 'add', '--store', storeId, ...given], service)
}

/** Passes requests on to an address, and keeps their bodies. `refuse`: answers 403 instead. */
export async function startRecorder(
  target: string,
): Promise<{ url: string; bodies: string[]; refuse: (refuses: boolean) => void }> {
  const bodies: string[] = []
  let refuses = false
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString('utf8')
    const headers = passedOn(request.headers)
    // Ratings are asked for at the same host.
    const isRead = request.method === 'GET'
    if (refuses && !isRead) return void response.writeHead(403).end()
    if (!isRead) bodies.push(body)
    const answered = isRead
      ? await fetch(new URL(request.url ?? '', target), { headers })
      : await fetch(target, { method: 'POST', headers, body })
    const text = await answered.text()
    response.writeHead(answered.status).end(text)
  }
  const server = createServer((request, response) => {
    // At the end of the tests, the service may stop before the shop does.
    answer(request, response).catch(() => response.writeHead(502).end())
  })
  const { url, close } = await listen(server)
  onCleanUp(close)
  return {
    url,
    bodies,
    refuse: now => {
      refuses = now
    },
  }
}

const passedOn = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      /^(content-type|x-|webhook-)/.test(name) ? [[name, String(value)]] : [],
    ),
  )
