import { z } from 'zod'
import { type Shop, ShopProblem } from '../platform.ts'
import { sentence } from '../sentences.ts'
import { readShopJson } from '../shop/shop-json.ts'

const orderList = z.object({
  list: z.array(z.object({ orderId: z.string() })),
  paging: z.object({ total: z.number() }),
})

/** The hook of an app key, which has one at most. */
export const hookConfiguration = z.object({
  filter: z.object({
    type: z.string().nullish(),
    expression: z.string().nullish(),
    disableSingleFire: z.boolean().nullish(),
  }),
  hook: z.object({ url: z.string(), headers: z.record(z.string(), z.string()).nullish() }),
})
export type HookConfiguration = z.infer<typeof hookConfiguration>

/** Small, because a page whose orders cannot all be fetched is read again from its beginning. */
export const pageSize = 50

const orderIds = /^[\w-]{1,64}$/

/** The parts of VTEX's Orders API that a connection uses. Each throws ShopProblem. */
export function vtexApi({ settings, fetch }: Shop) {
  const { account = '', api_url } = settings.options
  const base = api_url ?? `https://${account}.vtexcommercestable.com.br`

  async function ask(path: string, body?: unknown): Promise<unknown> {
    const { status, json } = await fetch({
      method: body ? 'POST' : 'GET',
      url: new URL(path, base),
      headers: {
        accept: 'application/json',
        'x-vtex-api-appkey': settings.key ?? '',
        'x-vtex-api-apptoken': settings.token ?? '',
      },
      body,
    })
    if (status >= 200 && status < 300) return json
    if (status === 404) return undefined
    throw problemOf(status)
  }

  return {
    /** Undefined if the account has no such order. */
    async order(orderId: string): Promise<unknown> {
      // The id becomes a part of a path.
      return orderIds.test(orderId) ? await ask(`/api/oms/pvt/orders/${orderId}`) : undefined
    },

    /** A page of at most 50 orders whose first invoice is in the span, oldest first. VTEX answers 30 pages at most. */
    async invoicedOrders({ from, to, page }: { from: number; to: number; page: number }) {
      const query = new URLSearchParams({
        f_invoicedDate: `invoicedDate:[${iso(from)} TO ${iso(to - 1)}]`,
        orderBy: 'creationDate,asc',
        per_page: String(pageSize),
        page: String(page),
      })
      const { list, paging } = readShopJson(
        orderList,
        await ask(`/api/oms/pvt/orders?${query}`),
        sentence('vtexOrders'),
      )
      return { orderIds: list.map(({ orderId }) => orderId), total: paging.total }
    },

    /** Undefined if the app key has no hook. */
    async hook(): Promise<HookConfiguration | undefined> {
      return hookConfiguration.safeParse(await ask('/api/orders/hook/config')).data
    },

    async setHook(hook: HookConfiguration): Promise<void> {
      await ask('/api/orders/hook/config', hook)
    },
  }
}

const iso = (at: number) => new Date(at).toISOString()

function problemOf(status: number): ShopProblem {
  if (status === 401) return new ShopProblem(sentence('vtexKeys'), sentence('vtexKeysMend'))
  if (status === 403) return new ShopProblem(sentence('vtexRole'), sentence('vtexRoleMend'))
  return new ShopProblem(sentence('vtexStatus', { status }), sentence('later'), {
    isTemporary: status >= 500,
  })
}
