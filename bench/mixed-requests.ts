import { randomUUID } from 'node:crypto'
import { catalogue } from '../demo/catalogue.ts'
import { dashboardLists } from './lists/dashboard-lists.ts'

/** Where the demo of a service is, and its keys. */
export type Caller = {
  url: string
  store_id: string
  store_key: string
  api_key: string
  email: string
  password: string
}

type Send = (number: number) => Promise<Response>

/**
 * Returns a function that sends the request of a number, and resolves with its status. Of ten requests four are reads of
 * JSON, two are `reviews.html`, and one each is an order, a form, a list of the dashboard, and another page. A third of the
 * reads are asked for the first time. Every thousandth request signs in.
 */
export function mixedRequests(caller: Caller): (number: number) => Promise<number> {
  const kinds = [reads, pages, orders, reads, forms, reads, pages, dashboard, reads, others].map(kind =>
    kind(caller),
  )
  return async number => {
    const kind = kinds[number % kinds.length] as Send
    try {
      const answer = await kind(Math.floor(number / kinds.length))
      await answer.arrayBuffer()
      return answer.status
    } catch {
      return 0 // a busy machine accepts no connection in time
    }
  }
}

const productOf = (number: number) => catalogue[number % catalogue.length] ?? catalogue[0]

function readsOf(
  { url, store_id, store_key }: Caller,
  paths: ((product: string, number: number) => string)[],
): Send {
  return number => {
    const path = (paths[number % paths.length] as (typeof paths)[0])(
      `product_id=${productOf(number)?.product_id}`,
      number,
    )
    const fresh = number % 3 === 0 ? `&fresh=${number}&offset=${number % 40}` : ''
    return fetch(`${url}/api/v1/${path}&store_id=${store_id}&store_key=${store_key}${fresh}`)
  }
}

const reads = (caller: Caller) =>
  readsOf(caller, [
    product => `ratings.json?${product}`,
    (product, number) => `reviews.json?${product}&limit=${1 + (number % 100)}`,
    (_product, number) => `reviews.json?limit=${1 + (number % 100)}&orderBy=most_voted`,
    product => `questions.json?${product}&limit=100`,
    () => `ratings.json?limit=100`,
    product => `structured-data.json?${product}`,
    (_product, number) => `reviews.json?terms=caf%C3%A9&limit=${1 + (number % 50)}`,
  ])

const pages = (caller: Caller) =>
  readsOf(caller, [
    (product, number) => `reviews.html?${product}&limit=${1 + (number % 100)}`,
    (_product, number) => `reviews.html?limit=${1 + (number % 100)}&orderBy=most_positive`,
  ])

function orders({ url, store_id, api_key }: Caller): Send {
  return number => {
    const { product_id, sku, name, price } = productOf(number) as (typeof catalogue)[0]
    const at = new Date().toISOString()
    const body = {
      order_id: `mixed-${number}-${randomUUID()}`,
      order_date: at,
      delivery_date: at,
      products: [{ product_id, sku, name, price, url: '' }],
      customers: [{ name: 'Ana Martins', email: `ana${number}@example.com`, phone: '+55 11 90000-0000' }],
    }
    const headers = { 'X-API-Key': api_key, 'X-Store-Id': store_id, 'Content-Type': 'application/json' }
    return fetch(`${url}/orders`, { method: 'POST', headers, body: JSON.stringify(body) })
  }
}

function forms({ url, store_id, store_key }: Caller): Send {
  const keys = `store_id=${store_id}&store_key=${store_key}`
  const paths = ['write?', 'embed/question?', 'embed/question/similar?text=moka&']
  return number =>
    fetch(`${url}/${paths[number % paths.length]}${keys}&product_id=${productOf(number)?.product_id}`)
}

function dashboard({ url, store_id, email, password }: Caller): Send {
  const headers = { origin: url, 'x-realword-page': '1' }
  let cookie = ''
  const signIn = async () => {
    const answer = await fetch(`${url}/admin/api/session`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    cookie = answer.headers
      .getSetCookie()
      .map(one => one.replace(/;.*/, ''))
      .join('; ')
    return answer
  }
  return async number => {
    if (!cookie || number % 100 === 0) return await signIn()
    const { path } = dashboardLists[number % dashboardLists.length] as (typeof dashboardLists)[0]
    return await fetch(`${url}/admin/api/stores/${store_id}${path}`, { headers: { ...headers, cookie } })
  }
}

function others({ url }: Caller): Send {
  const paths = ['demo', 'admin', 'openapi.json', 'widgets/v1/widgets.js', 'health/ready', 'nothing']
  return number => fetch(`${url}/${paths[number % paths.length]}`)
}
