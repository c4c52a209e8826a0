import { z } from 'zod'
import {
  type Authenticated,
  type Delivery,
  nothing,
  type Platform,
  type Shop,
  type ShopChange,
  ShopProblem,
} from '../platform.ts'
import { sentence } from '../sentences.ts'
import { isLoopbackUrl } from '../shop/loopback-url.ts'
import { parseJson } from '../shop/parse-json.ts'
import { isSecretHeader } from '../shop/secret-header.ts'
import { vtexApi } from './api.ts'
import { backfill } from './backfill.ts'
import { repair, test } from './hook.ts'
import { changeOf, readOrder } from './order.ts'

/** VTEX: https://developers.vtex.com/docs/guides/orders-feed. It signs nothing: a header of ours is our secret. */
export const vtex: Platform = {
  name: 'vtex',
  needs: ['url', 'key', 'token', 'account'],
  options: {
    // It becomes a part of a host name, to which the app key and its token are sent.
    account: value =>
      /^[a-z0-9]([a-z0-9-]{0,60}[a-z0-9])?$/i.test(value) ? undefined : sentence('takesAccount'),
    marketplaces: value => (/^(yes|no)$/.test(value) ? undefined : sentence('takesYesNo')),
    api_url: value => (isLoopbackUrl(value) ? undefined : sentence('takesMachine')),
  },
  authenticate,
  read,
  backfill,
  test,
  repair,
}

const notice = z.object({
  OrderId: z.string().min(1),
  State: z.string().nullish(),
  Origin: z.object({ Account: z.string().nullish() }).nullish(),
})

function authenticate({ headers, body }: Delivery, { secret, options }: Shop['settings']): Authenticated {
  const isOurs = isSecretHeader(headers, secret)
  // Sent when the hook is saved. VTEX does not document whether with its headers.
  if (body.length < 100 && /^\s*\{\s*"hookConfig"\s*:\s*"ping"\s*\}\s*$/.test(body.toString()))
    return { kind: 'ping' }
  if (!isOurs) return { kind: 'refused', why: 'the header X-Realword-Secret is missing or wrong' }
  const { OrderId, State, Origin } = readNotice(body) ?? {}
  const account = Origin?.Account
  if (account && account.toLowerCase() !== options.account?.toLowerCase())
    return { kind: 'refused', why: 'the notification comes from another VTEX account' }
  return { kind: 'event', topic: State ?? 'order', ...(OrderId && { subject: OrderId }) }
}

async function read({ body }: { body: Buffer }, shop: Shop): Promise<ShopChange[]> {
  const read = readNotice(body)
  if (!read) return [nothing(sentence('vtexNoOrderNamed'))]
  const order = await vtexApi(shop).order(read.OrderId)
  if (!order)
    // Right after a change, the order may not be readable yet.
    throw new ShopProblem(sentence('vtexNoOrder', { id: read.OrderId }), sentence('vtexNoOrderMend'), {
      isTemporary: true,
    })
  return [changeOf(readOrder(order, read.OrderId), shop)]
}

function readNotice(body: Buffer): z.infer<typeof notice> | undefined {
  try {
    return notice.safeParse(parseJson(body)).data
  } catch {
    return undefined
  }
}
