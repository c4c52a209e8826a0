import type { Store } from '../../../tenants/stores/stores.ts'
import type { Cell, Format, Texts } from '../formats/format.ts'
import type { NamedProduct } from '../products-of-rows.ts'
import type { Rules } from './cells/cells.ts'
import { keepersOf } from './formats.ts'
import { plainAddress } from './identity.ts'
import type { Kind } from './kind.ts'
import { note } from './notes.ts'
import {
  createTableReader,
  formatOf,
  isOwnExport,
  type Reading,
  type TableReader,
  type TableRow,
} from './read-table.ts'
import { Refused, Skipped } from './refusals/refused.ts'
import { findParents, type Parents, type Replies, type Reply } from './replies.ts'
import { createKeys, type RowKeys } from './row-keys.ts'
import type { Survey } from './survey.ts'

/**
 * A row that can be imported. `sourceId` is the file's own id, or ''. `ownId` is the same if Realword created it and it
 * is kept.
 */
export type Draft<Values> = RowKeys & {
  /** Its number in the file. */
  row: number
  sourceId: string
  ownId: string | undefined
  product: NamedProduct
  /** Whether the file gives it no date. */
  isUndated: boolean
  values: Values
}

export type RowReader<Values> = TableReader<Draft<Values> | { reply: Reply }> & {
  /** Whether rows may be replies. */
  hasReplies: boolean
}

/**
 * Reads rows of `kind`, and those that reply to them, which are drafts only as part of their review. With `replies`, those
 * of the file. Throws FileError if the file cannot contain rows of `kind`.
 */
export function createRowReader<Values>(
  kind: Kind<Values>,
  survey: Survey,
  store: Store,
  now: number,
  reading: Reading,
  replies?: Replies,
): RowReader<Values> {
  const { header } = survey
  const isOurs = isOwnExport(header, kind)
  const format = formatOf(kind, header)
  const parents = findParents(header, format)
  const keysOf = createKeys({
    ...keepersOf(format, header),
    ...{ id: kind.id, written: kind.written, hasTwins: format.hasTwins === true },
  })
  const readDraft = (_texts: Texts, rules: Rules, row: TableRow): Draft<Values> | { reply: Reply } => {
    const { spelled } = row
    const reply = parents && readReplyRow(row, parents, format)
    if (reply) return { reply }
    const texts = withReplies(row.texts, replies?.of(row.texts[kind.id]))
    const isHandle = row.handle !== '' && row.handle === texts.product_id
    const product: NamedProduct = {
      ...{ productId: texts.product_id, sku: texts.product_sku, name: texts.product_name ?? '' },
      ...(isHandle && { handle: row.handle }),
      ...(isOfStore(texts, row.cell, format) && { isStore: true }),
    }
    requireSubject(product)
    const values = kind.read(texts, rules, row.answers)
    const sourceId = texts[kind.id]
    const ownId = isOurs && isOwnId(sourceId) ? sourceId : undefined
    const keys = keysOf(texts, spelled, kind.identify(texts, values, rules, row.handle))
    return { ...keys, row: row.number, sourceId, ownId, product, isUndated: texts.created_at === '', values }
  }
  const reader = createTableReader(kind, survey, store, now, reading, readDraft)
  const { plan } = reader
  const { rowsOfStore: count } = survey
  const notes =
    count > 0 && format.isOfStore
      ? [...plan.notes, note('storeRows', { count, system: format.name })]
      : plan.notes
  return { ...reader, plan: { ...plan, notes }, hasReplies: parents !== undefined }
}

function isOfStore({ subject, product_id, product_sku }: Texts, cell: Cell, format: Format): boolean {
  if (subject?.toLowerCase() === 'store') return true
  return product_id === '' && product_sku === '' && format.isOfStore?.(cell) === true
}

function requireSubject({ productId, sku, isStore = false }: NamedProduct): void {
  const hasProduct = productId !== '' || sku !== ''
  if (isStore && hasProduct) throw new Refused('subject', 'storeOrProduct')
  if (!isStore && !hasProduct) throw new Refused('product_id', 'noProduct')
}

function readReplyRow(
  { texts, cell, stateWord }: TableRow,
  { parentOf, isVague }: Parents,
  { isVisitors }: Format,
): Reply | undefined {
  const parent = parentOf(cell)
  if (parent === '' || (isVague && !/^0*$/.test(texts.rating ?? ''))) return undefined
  if (texts.state !== 'published') throw new Skipped(stateWord)
  const { body, created_at, email } = texts
  return {
    parent,
    text: body,
    createdAt: created_at,
    email: plainAddress(email),
    isStores: !isVisitors?.(cell),
  }
}

function withReplies(texts: Texts, reply: { text: string; createdAt: string } | undefined): Texts {
  if (!reply || texts.reply !== '') return texts
  return { ...texts, reply: reply.text, reply_created_at: reply.createdAt }
}

// Realword's ids are UUID v7. Ids of other systems may have any form.
function isOwnId(id: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)
}
