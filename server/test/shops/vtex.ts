import { type Answer, type Asked, type FakeServer, startFakeServer } from './fake-server.ts'

/** An order as VTEX describes it, with at least these fields. */
export type FakeVtexOrder = { orderId: string; status: string; invoicedDate?: string | null } & Record<
  string,
  unknown
>

export type FakeVtex = FakeServer & {
  orders: Map<string, FakeVtexOrder>
  /** The hook of the app key. */
  hook: unknown
}

export const vtexKeys = { key: 'vtexappkey-kaneca-ABCDEF', token: 'TOKENOFTHEKANECASTORE' }

/** VTEX's Orders API with one account and one app key. */
export async function startVtex(): Promise<FakeVtex> {
  const orders = new Map<string, FakeVtexOrder>()
  const server = await startFakeServer(answer)
  const vtex: FakeVtex = Object.assign(server, { orders, hook: undefined })
  return vtex

  function answer(request: Asked): Answer {
    const { 'x-vtex-api-appkey': key, 'x-vtex-api-apptoken': token } = request.headers
    if (key !== vtexKeys.key || token !== vtexKeys.token) return { status: 401, json: {} }
    const { method, url } = request
    const path = url.pathname
    if (path === '/api/orders/hook/config') return method === 'POST' ? saveHook(request) : readHook()
    if (path === '/api/oms/pvt/orders') return { json: listOf(url.searchParams) }
    const order = orders.get(path.replace('/api/oms/pvt/orders/', ''))
    return order ? { json: order } : { status: 404, json: { error: { code: 'OMS003' } } }
  }

  function saveHook({ body }: Asked): Answer {
    vtex.hook = body
    return {}
  }

  function readHook(): Answer {
    return vtex.hook ? { json: vtex.hook } : { status: 404 }
  }

  function listOf(query: URLSearchParams) {
    const [, from = '', to = ''] =
      /^invoicedDate:\[(\S+) TO (\S+)\]$/.exec(query.get('f_invoicedDate') ?? '') ?? []
    const found = [...orders.values()].filter(({ invoicedDate }) => {
      const at = Date.parse(invoicedDate ?? '')
      return at >= Date.parse(from) && at <= Date.parse(to)
    })
    const perPage = Number(query.get('per_page') ?? 15)
    const page = Number(query.get('page') ?? 1)
    const isPastEnd = page > 30 || perPage > 100
    const list = isPastEnd ? [] : found.slice((page - 1) * perPage, page * perPage)
    return {
      list: list.map(({ orderId, status }) => ({ orderId, status, items: null })),
      paging: { total: found.length, pages: Math.ceil(found.length / perPage), currentPage: page, perPage },
    }
  }
}

/** What VTEX posts to a hook. */
export const vtexNotice = (orderId: string, state = 'invoiced', account = 'kaneca') =>
  Buffer.from(
    JSON.stringify({
      Domain: 'OrdersDocumentUpdated',
      OrderId: orderId,
      State: state,
      LastState: null,
      LastChange: null,
      CurrentChange: '2026-10-06T12:00:00.0000000Z',
      Origin: { Account: account, Key: vtexKeys.key },
    }),
  )
