import type { FastifyRequest } from 'fastify'
import type { Connection } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { queryOf } from '../../foundation/http/input/paths.ts'
import { acceptedLanguages, languageFor } from '../../foundation/http/language.ts'
import { findProduct, readShownProduct, type ShownProduct } from '../../tenants/products/products.ts'
import type { Store } from '../../tenants/stores/stores.ts'
import { type Question, readQuestion } from '../questions/questions.ts'
import type { PageContext, Theme } from './pages/page.ts'
import { readFont } from './pages/page-font.ts'
import { findVisitorStore } from './visitor-store.ts'
import { wayBack } from './way-back.ts'

/** The store, product and context that a form's address names, for any visitor. */
export type Visit = {
  store: Store
  context: PageContext
  product: ShownProduct
  /** The query string of the form's own addresses. */
  query: string
}

const known = [
  'store_id',
  'store_key',
  'product_id',
  'product_sku',
  'question_id',
  'locale',
  'theme',
  'font',
  'back',
  'embed',
] as const

/**
 * Reads `store_id`, `store_key`, `product_id` or `product_sku` (alias `sku`), `locale` (alias `lang`), `theme`, `font`,
 * `back` and `embed` from the request's address. `embed=1` asks for the frame of a dialog on the shop's page. An older
 * widget sends `web_id` for `store_key`, and `product` together with `sku`. The language is `locale`, else the
 * browser's, else the store's, of those that the store has not switched off. Throws the errors of `findVisitorStore`,
 * and `product_unknown`. Once the store is known, error pages have its store and language.
 */
export async function readVisit(
  db: Connection,
  request: FastifyRequest,
  { isFramed }: { isFramed: boolean },
): Promise<Visit> {
  const { values, context, store, read } = await readPage(db, request, isFramed)
  const product = await readProduct(db, store.store_id, values, read('product'))
  context.back = wayBack(store, product.url, values.back)
  return { store, context, product, query: queryWith(values) }
}

export type VisitOfQuestion = Visit & { question: Question }

/**
 * Reads the same with `question_id` in place of a product, for the form that answers it. Throws `question_unknown` if it
 * is not published, or the store takes no answers of shoppers.
 */
export async function readVisitOfQuestion(db: Connection, request: FastifyRequest): Promise<VisitOfQuestion> {
  const { values, context, store } = await readPage(db, request, true)
  const question = await readQuestion(db, store.store_id, values.question_id ?? '')
  if (!store.buyer_answers || question.state !== 'published') throw new ApiError('question_unknown')
  const product = await findProduct(db, store.store_id, { productId: question.product_id })
  context.back = wayBack(store, product.url, values.back)
  return { store, context, product, query: queryWith(values), question }
}

async function readPage(db: Connection, request: FastifyRequest, isFramed: boolean) {
  const sent = queryOf(request)
  const read = (name: string) => {
    const value = sent[name]
    return typeof value === 'string' && !value.includes('\0') ? value : undefined
  }
  const values: Values = Object.fromEntries(known.map(name => [name, read(name)]))
  values.product_sku ??= read('sku')
  values.store_key ??= read('web_id')
  values.locale ??= read('lang')
  const store = await findVisitorStore(db, values)
  const context: PageContext = {
    store,
    language: languageFor(store, values.locale, ...acceptedLanguages(request.headers['accept-language'])),
    frame: isFramed || values.embed === '1' ? readFrame(values, !isFramed) : null,
    back: wayBack(store, undefined, values.back),
  }
  request.context = context
  return { values, context, store, read }
}

function queryWith(values: Values): string {
  const kept = known.flatMap(name =>
    values[name] === undefined ? [] : [[name, values[name]] as [string, string]],
  )
  return new URLSearchParams(kept).toString()
}

type Values = Record<string, string | undefined>

async function readProduct(
  db: Connection,
  storeId: string,
  values: Values,
  older: string | undefined,
): Promise<ShownProduct> {
  const { product_id, product_sku } = values
  if (product_id === undefined && older !== undefined) {
    const product = await readOlderProduct(db, storeId, older, product_sku)
    // The form's own addresses name the product that was found.
    values.product_id = product.product_id
    values.product_sku = undefined
    return product
  }
  // Exactly one of them, as in the widgets.
  if ((product_id === undefined) === (product_sku === undefined)) throw new ApiError('product_unknown')
  const by = product_id !== undefined ? { productId: product_id } : { sku: product_sku ?? '' }
  return await findProduct(db, storeId, by)
}

// An older widget sends the shop's own id, which need not be ours, with the SKU beside it.
async function readOlderProduct(
  db: Connection,
  storeId: string,
  productId: string,
  sku: string | undefined,
): Promise<ShownProduct> {
  const product = await readShownProduct(db, storeId, productId)
  if (product) return { product_id: productId, ...product }
  // Products without a SKU must not match an empty one.
  if (!sku) throw new ApiError('product_unknown')
  return await findProduct(db, storeId, { sku })
}

/** Whether a request without a known store is for a page in a frame. */
export function isFramedPage(request: FastifyRequest): boolean {
  const { url } = request
  return url.startsWith('/embed/') || (url.startsWith('/write?') && queryOf(request).embed === '1')
}

function readFrame({ theme, font }: Values, isDialog: boolean): NonNullable<PageContext['frame']> {
  return { theme: readTheme(theme), font: readFont(font), isDialog }
}

// Light is the default, because a store's page does not follow the visitor's system.
function readTheme(value: string | undefined): Theme {
  return value === 'dark' || value === 'auto' ? value : 'light'
}
