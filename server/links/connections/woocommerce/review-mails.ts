import { z } from 'zod'
import { chunksOf } from '../../../foundation/lib/chunks-of.ts'
import type { Shop, ShopMails } from '../platform.ts'
import { sentence } from '../sentences.ts'
import { isNumber, readShopJson, shopId } from '../shop/shop-json.ts'
import type { WooApi } from './api.ts'

/**
 * WooCommerce 10.8 and newer can ask for reviews itself. When an order is completed, it plans a mail and writes the time of
 * it to the order. It sends the mail then if its setting is still on: switched off, it sends none of those it has planned.
 */

const setting = 'email_customer_review_request/enabled'
const plannedAt = '_wc_review_request_scheduled_at'

export async function readReviewMails(api: WooApi): Promise<ShopMails> {
  const found = await api.setting(setting)
  if (found === undefined) return 'absent'
  if (found === 'unseen') return 'unseen'
  if (found.value === 'yes') return 'on'
  return found.value === 'no' ? 'off' : 'unseen'
}

/** Throws ShopProblem, also if the key may not write. */
export async function switchOffReviewMails(api: WooApi): Promise<void> {
  await api.send('PUT', `settings/${setting}`, { value: 'no' })
}

type Meta = { key: string; value?: unknown }[] | null | undefined

/** When WooCommerce's own mail about the order is planned, or left; undefined: it planned none. In ms. */
function mailOf(meta: Meta): number | undefined {
  const seconds = Number(meta?.find(({ key }) => key === plannedAt)?.value)
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined
}

/**
 * Says of orders whether WooCommerce asks about them: all, if the merchant chose so; else those with a mail of its own that
 * has left, or that is going to leave, as far as can be seen. The setting is read once, and only if an order needs it.
 */
export function askedByWoo(
  { settings: { options }, now }: Shop,
  api: WooApi | undefined,
): (meta: Meta) => Promise<boolean> {
  let mails: Promise<ShopMails> | undefined
  return async meta => {
    if (options.asks === 'shop') return true
    const at = mailOf(meta)
    if (at === undefined || !api) return at !== undefined
    if (at <= now) return true
    mails ??= readReviewMails(api)
    return !['off', 'absent'].includes(await mails)
  }
}

const listed = z.array(
  z.object({
    id: shopId,
    meta_data: z
      .array(z.object({ key: z.string(), value: z.unknown().optional() }))
      .nullish()
      .catch([]),
  }),
)
const pageSize = 100

export async function ordersAskedByWoo(shop: Shop, api: WooApi, orderIds: string[]): Promise<string[]> {
  const isAsked = askedByWoo(shop, api)
  const asked: string[] = []
  for (const some of chunksOf(orderIds.filter(isNumber), pageSize)) {
    const { json } = await api.get('orders', {
      include: some.join(','),
      status: 'any',
      per_page: pageSize,
      _fields: 'id,meta_data',
    })
    for (const { id, meta_data } of readShopJson(listed, json, sentence('listOfOrders')))
      if (some.includes(id) && (await isAsked(meta_data))) asked.push(id)
  }
  return asked
}
