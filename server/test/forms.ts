import sql from 'sql-template-tag'
import { fingerprint } from '../lib/secret.ts'
import { uuid } from '../lib/uuid.ts'
import { linkToken } from '../mail/mailings.ts'
import type { TestApp } from './app.ts'
import { testSecret } from './app.ts'

/** What a browser would do with a page: follow its address, read its form, send it. */
export type Form = { url: string; status: number; headers: Headers; html: string }

export async function openForm(url: string, headers: Record<string, string> = {}): Promise<Form> {
  return await read(await fetch(url, { headers, redirect: 'manual' }))
}

/** Sends fields the way a browser sends a form without files. */
export async function postForm(
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Form> {
  return await read(
    await fetch(url, { method: 'POST', headers, body: new URLSearchParams(fields), redirect: 'manual' }),
  )
}

/** The solution of the challenge in a page, as the page's own worker finds it. */
export async function solve({ html }: Form): Promise<string> {
  const challenge = JSON.parse(unescapeHtml(/data-challenge="([^"]*)"/.exec(html)?.[1] ?? ''))
  let solved: unknown
  const worker: { postMessage: (message: unknown) => void; onmessage?: (event: { data: unknown }) => void } =
    globalThis as never
  worker.postMessage = message => {
    solved = message
  }
  Object.assign(globalThis, { self: globalThis })
  // @ts-expect-error: a script of the browser, without types
  await import('../../pages/assets/solve.js')
  worker.onmessage?.({ data: challenge })
  return JSON.stringify(solved)
}

export function unescapeHtml(text: string): string {
  const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => signs[name] ?? '')
}

/** The address of the link in the newest mail about a record, as if that mail had been sent. */
export async function linkOf(service: TestApp, path: string, recordId: string): Promise<string> {
  const [mailing] = await service.database.query<{ id: string }>(sql`
    select id from mailings where record_id = ${recordId} order by created_at desc, id desc limit 1`)
  if (!mailing) throw new Error('no mail about it')
  const token = linkToken(testSecret, mailing.id)
  await service.database.query(sql`
    update mailings set link_hash = ${fingerprint(token)} where id = ${mailing.id}`)
  return `${service.url}${path}/${token}`
}

async function read(response: Response): Promise<Form> {
  const { url, status, headers } = response
  return { url, status, headers, html: await response.text() }
}

/** A mail that asks about orders of one buyer, as if it had been sent; its token. */
export async function askAbout(
  service: TestApp,
  storeId: string,
  orderIds: string[],
  buyer: { address: string; name?: string | null; language?: string; at?: Date },
): Promise<string> {
  const id = uuid()
  const token = linkToken(testSecret, id)
  const at = buyer.at ?? new Date()
  const expires = new Date(at.getTime() + 90 * 24 * 60 * 60_000)
  await service.database.query(sql`
    insert into mailings (
      store_id, id, kind, address, email, name, language, link_hash, link_expires_at, state, requests_of, created_at
    )
    values (
      ${storeId}, ${id}, 'request', ${buyer.address}, ${buyer.address}, ${buyer.name ?? null},
      ${buyer.language ?? 'en'}, ${fingerprint(token)}, ${expires}, 'sent', ${id}, ${at}
    )`)
  await service.database.query(sql`
    update review_requests
    set mailing_id = ${id}, state = 'sent'
    where store_id = ${storeId} and order_id = any(${orderIds}::text[]) and address = ${buyer.address}`)
  return token
}

/** Sends a form with files the way a browser does. */
export async function postFiles(url: string, fields: [name: string, value: string | File][]): Promise<Form> {
  const body = new FormData()
  for (const [name, value] of fields) {
    if (typeof value === 'string') body.append(name, value)
    else body.append(name, value, value.name)
  }
  return await read(await fetch(url, { method: 'POST', body, redirect: 'manual' }))
}
