import type { KnownRows } from './known-rows.ts'

/** Data for requests, besides the rows of the store. */
export type Known = KnownRows & {
  storeId: string
  storeName: string
  /** A page of the shop with a widget. */
  page: string
  tokens: { request: string; unsubscribe: string; confirm: string; feed: string }
}

/** A valid request for the store with twins. */
export type Sent = {
  params?: Record<string, string>
  query?: Record<string, string>
  /** Sent as JSON, or as it is if it is a Buffer. */
  body?: object | Buffer
  /** Sent as a browser sends a form; `files` make it multipart. */
  form?: Record<string, string>
  files?: Record<string, string>
  /** Why a request other than GET changes nothing. */
  idle?: string
  /** Why the response may contain data of the twins. */
  tells?: string
}

/** A request by method and address, or the reviewed reason why there is none. */
export type Line = ((known: Known) => Sent) | { exempt: string }

/** A request without data. */
export const nothing = () => ({})
