import sql from 'sql-template-tag'
import type { Customer, OrderProduct } from '../asking/orders/orders.ts'
import { uuid } from '../foundation/lib/ids/uuid.ts'
import type { MailKind } from '../foundation/mailings/kinds.ts'
import { hashesOf, type LinkSource, makeSalt, type Tokens, tokensOf } from '../foundation/mailings/links.ts'
import { expectCreated } from './answers.ts'
import type { TestApp } from './app.ts'
import { testSecret } from './app.ts'
import { aCustomer, anOrder, anOrderProduct } from './factories.ts'
import type { Member } from './users.ts'

/** A page as a browser sees it, whose form can be read and sent. */
export type Form = { url: string; status: number; headers: Headers; html: string }

export async function openForm(url: string, headers: Record<string, string> = {}): Promise<Form> {
  return await read(await fetch(url, { headers, redirect: 'manual' }))
}

/** Sends fields as a browser sends a form without files. */
export async function postForm(
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Form> {
  return await read(
    await fetch(url, { method: 'POST', headers, body: new URLSearchParams(fields), redirect: 'manual' }),
  )
}

/** Solves the challenge of a page with the page's own worker. */
export async function solve({ html }: Form): Promise<string> {
  const challenge = JSON.parse(unescapeHtml(/data-challenge="([^"]*)"/.exec(html)?.[1] ?? ''))
  let solved: unknown
  const worker: { postMessage: (message: unknown) => void; onmessage?: (event: { data: unknown }) => void } =
    globalThis as never
  worker.postMessage = message => {
    solved = message
  }
  Object.assign(globalThis, { self: globalThis })
  // @ts-expect-error: a browser script without types
  await import('../../pages/assets/solve.js')
  worker.onmessage?.({ data: challenge })
  return JSON.stringify(solved)
}

export function unescapeHtml(text: string): string {
  const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => signs[name] ?? '')
}

/** The address of the link in the newest mail about a record. Treats the mail as sent. */
export async function linkOf(service: TestApp, path: string, recordId: string): Promise<string> {
  const [mailing] = await service.database.query<{ id: string }>(sql`
    select id from mailings where record_id = ${recordId} order by created_at desc, id desc limit 1`)
  if (!mailing) throw new Error('There is no mail about the record.')
  const tokens = await tokensOfMail(service, mailing.id)
  const { link_hash, unsubscribe_hash } = hashesOf(tokens)
  await service.database.query(sql`
    update mailings
    set link_hash = ${link_hash}, unsubscribe_hash = ${unsubscribe_hash}
    where id = ${mailing.id}`)
  return `${service.url}${path}/${path === '/u' ? tokens.unsubscribe : tokens.link}`
}

/** The link tokens of a mail. */
export async function tokensOfMail(service: TestApp, mailingId: string): Promise<Tokens> {
  const [source] = await service.database.query<LinkSource>(sql`
    select store_id as "storeId", id, kind, link_salt from mailings where id = ${mailingId}`)
  if (!source) throw new Error('There is no such mail.')
  return tokensOf(testSecret, source)
}

async function read(response: Response): Promise<Form> {
  const { url, status, headers } = response
  return { url, status, headers, html: await response.text() }
}

/** A buyer who was sent the link of a form about one order. */
export type Asked = { token: string; link: string; products: string[]; address: string; orderId: string }

/** Sends an order of a new buyer, and treats the request about it as sent. */
export async function anAskedBuyer(
  service: TestApp,
  { storeId, headers }: Member,
  {
    products = [anOrderProduct()],
    customer = aCustomer(),
    ...buyer
  }: {
    products?: OrderProduct[]
    customer?: Customer
    name?: string | null
    language?: string
    at?: Date
  } = {},
): Promise<Asked> {
  const order = anOrder({ products, customers: [customer] })
  expectCreated(await service.send('POST', '/orders', { headers, body: order }))
  const { name, email: address } = customer
  const token = await askAbout(service, storeId, [order.order_id], { address, name, ...buyer })
  return {
    token,
    link: `${service.url}/r/${token}`,
    products: products.map(({ product_id }) => product_id),
    address,
    orderId: order.order_id,
  }
}

/** Creates a request about orders of one buyer and treats it as sent. Returns the token of its form. */
export async function askAbout(
  service: TestApp,
  storeId: string,
  orderIds: string[],
  buyer: { address: string; name?: string | null; language?: string; at?: Date },
): Promise<string> {
  const id = uuid()
  const link_salt = makeSalt()
  const kind: MailKind = 'request'
  const tokens = tokensOf(testSecret, { storeId, id, kind, link_salt })
  const { link_hash, unsubscribe_hash } = hashesOf(tokens)
  const at = buyer.at ?? new Date()
  const expires = new Date(at.getTime() + 90 * 24 * 60 * 60_000)
  await service.database.query(sql`
    insert into mailings (
      store_id, id, kind, address, email, name, language, link_salt, link_hash, unsubscribe_hash, link_expires_at,
      state, requests_of, created_at
    )
    values (
      ${storeId}, ${id}, ${kind}, ${buyer.address}, ${buyer.address}, ${buyer.name ?? null},
      ${buyer.language ?? 'en'}, ${link_salt}, ${link_hash}, ${unsubscribe_hash}, ${expires}, 'sent', ${id}, ${at}
    )`)
  await service.database.query(sql`
    update review_requests
    set mailing_id = ${id}, state = 'sent'
    where store_id = ${storeId} and order_id = any(${orderIds}::text[]) and address = ${buyer.address}`)
  return tokens.link ?? ''
}

/** Sends a form with files as a browser does. */
export async function postFiles(url: string, fields: [name: string, value: string | File][]): Promise<Form> {
  const body = new FormData()
  for (const [name, value] of fields) {
    if (typeof value === 'string') body.append(name, value)
    else body.append(name, value, value.name)
  }
  return await read(await fetch(url, { method: 'POST', body, redirect: 'manual' }))
}
