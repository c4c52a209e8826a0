import { createHmac, timingSafeEqual } from 'node:crypto'
import { readSecrets } from '../../foundation/lib/secret.ts'
import { addConnection } from '../../links/connections/connections.ts'
import {
  type Platform,
  type ShopChange,
  type ShopLine,
  type ShopOrder,
  ShopProblem,
} from '../../links/connections/platform.ts'
import { platforms } from '../../links/connections/platforms.ts'
import { quote } from '../../links/connections/sentences.ts'
import { orMeanwhile } from '../../links/connections/shop/meanwhile.ts'
import { type Answer, type TestApp, testSecret } from '../app.ts'

/** What the invented shop sends: the changes themselves, or the problem that reading it has. */
export type ShopBody = {
  changes?: ShopChange[]
  problem?: { what: string; isTemporary: boolean }
  /** Fetched before the event is read, which knows the changes without it too. */
  fetch?: string
}

/**
 * An invented platform under the name `medusa`, signed with HMAC-SHA256 in `x-signature`. A ping has an empty body.
 * Returns a function that puts the real one back.
 */
export function installShopPlatform(change: Partial<Platform> = {}): () => void {
  const before = platforms.medusa
  platforms.medusa = { ...shopPlatform, ...change }
  return () => {
    if (before) platforms.medusa = before
    else delete platforms.medusa
  }
}

const shopPlatform: Platform = {
  name: 'medusa',
  needs: ['url'],
  options: { color: value => (value === 'blue' ? undefined : quote('it takes blue')) },
  authenticate: ({ headers, body }, { secret }) => {
    const sent = Buffer.from(headers['x-signature'] ?? '', 'hex')
    const expected = createHmac('sha256', secret).update(body).digest()
    if (sent.length !== expected.length || !timingSafeEqual(sent, expected))
      return { kind: 'refused', why: 'signature' }
    if (body.length === 0) return { kind: 'ping' }
    const deliveryId = headers['x-delivery']
    const subject = headers['x-subject']
    return {
      kind: 'event',
      topic: 'order.updated',
      ...(deliveryId && { deliveryId }),
      ...(subject && { subject }),
    }
  },
  test: async () => [{ ok: true, what: quote('The shop answers.') }],
  backfill: async function* () {
    yield { changes: [], cursor: 'end' }
  },
  read: async ({ body }, shop) => {
    const { changes = [], problem, fetch } = JSON.parse(body.toString()) as ShopBody
    if (problem)
      throw new ShopProblem(quote(problem.what), quote('Do this.'), { isTemporary: problem.isTemporary })
    const fetched = async () => {
      if (fetch) await shop.fetch({ url: fetch })
      return changes
    }
    return await orMeanwhile(fetched, () => changes)
  },
}

let made = 0

/** An order of two products, delivered on 5 March 2026 unless changed. */
export function aShopOrder(change: Partial<ShopOrder> = {}): ShopOrder {
  const orderId = `shop-${++made}`
  return {
    orderId,
    changedAt: Date.parse('2026-03-06T10:00:00Z'),
    orderedAt: Date.parse('2026-03-02T14:03:00Z'),
    customer: { name: 'Ana Martins', email: `ana.${made}@example.com`, phone: '' },
    language: undefined,
    lines: [aShopLine({ productId: `A-${made}` }), aShopLine({ productId: `B-${made}` })],
    isCancelled: false,
    ...change,
  }
}

export function aShopLine(change: Partial<ShopLine> = {}): ShopLine {
  return {
    ...{ productId: 'A', sku: 'SKU-A', name: 'Moka pot', price: 149.9, url: 'https://shop.example/p/a' },
    deliveredAt: Date.parse('2026-03-05T18:30:00Z'),
    isReturned: false,
    ...change,
  }
}

export type ConnectedShop = {
  connectionId: string
  path: string
  secret: string
  /** Sends a signed webhook. */
  post: (body: ShopBody | '', headers?: Record<string, string>) => Promise<Answer>
}

function signed(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}

/** Connects the invented shop. With `url: ''` the connection stays incomplete. */
export async function connectShop(
  app: TestApp,
  storeId: string,
  given: { url?: string; options?: Record<string, string> } = {},
): Promise<ConnectedShop> {
  const context = {
    secrets: readSecrets({ SECRET: testSecret, DATA_DIR: '' }),
    address: app.url,
    now: Date.now(),
  }
  const added = await addConnection(
    app.database,
    storeId,
    { platform: 'medusa', url: 'https://shop.example', ...given },
    context,
  )
  return shopOf(app, added.connection.connection_id, added.secret as string)
}

function shopOf(app: TestApp, connectionId: string, secret: string): ConnectedShop {
  const path = `/connect/medusa/${connectionId}`
  return {
    ...{ connectionId, path, secret },
    post: async (body, headers = {}) => {
      const text = body === '' ? '' : JSON.stringify(body)
      return await app.send('POST', path, {
        headers: { 'x-signature': signed(secret, text), ...headers },
        body: text,
      })
    },
  }
}
