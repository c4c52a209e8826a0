import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import type { By } from '../../../foundation/events/audit/audit.ts'
import {
  anonymousIn,
  type Buyer,
  cleaningOf,
  holdsAddress,
  isAddressOf,
  type Known,
  redact,
} from '../../../foundation/personal-data/person.ts'
import { readStore } from '../../../tenants/stores/stores.ts'
import { type Content, type ContentKind, columnsOf } from './content-kind.ts'
import { changeContent } from './writing.ts'

/** The person's records, as stored. */
export async function contentOfPerson<Item extends Content>(
  db: Connection,
  storeId: string,
  kind: ContentKind<Item>,
  buyer: Buyer,
): Promise<Item[]> {
  const found = await db.query<Item>(sql`
    select ${columnsOf(kind)}
    from ${kind.table}
    where store_id = ${storeId} and (address = ${buyer.address} or ${holdsAddress(buyer, raw('email'))})
    order by created_at, id`)
  return found.filter(({ address, email }) => address === buyer.address || isAddressOf(buyer, email ?? ''))
}

/**
 * Removes the person's identity from their records, and their address from every text of this kind, with their names and
 * phones in such a text. `known` has these. Returns the number of their records.
 */
export async function erasePersonFromContent<Item extends Content>(
  tx: Connection,
  storeId: string,
  kind: ContentKind<Item>,
  buyer: Buyer,
  known: Known,
  { at, actor }: By,
): Promise<number> {
  const theirs = await contentOfPerson(tx, storeId, kind, buyer)
  const by = { at, actor, action: 'erase' } as const
  const { country } = await readStore(tx, storeId)
  for (const { id } of theirs)
    await changeContent(tx, storeId, kind, id, by, item => withoutIdentity(kind, item, buyer, known, country))
  const otherTexts = kind.otherTexts ? sql` or ${holdsAddress(buyer, kind.otherTexts.sql)}` : empty
  const others = await tx.query<{ id: string }>(sql`
    select id
    from ${kind.table}
    where store_id = ${storeId} and (
      ${holdsAddress(buyer, textsOf(kind))}${otherTexts}
    )`)
  for (const { id } of others)
    await changeContent(tx, storeId, kind, id, by, item => withoutPerson(kind, item, buyer, known))
  return theirs.length
}

function textsOf<Item extends Content>({ textSql, columns }: ContentKind<Item>): Sql {
  return (columns as readonly string[]).includes('reply')
    ? sql`${textSql} || ' ' || coalesce(reply, '')`
    : textSql
}

function withoutIdentity<Item extends Content>(
  kind: ContentKind<Item>,
  item: Item,
  buyer: Buyer,
  known: Known,
  country: string,
): Partial<Item> {
  const clean = cleaningOf(buyer, known, item.display_name, country)
  return {
    ...kind.erased,
    ...cleaned(kind, item, clean.text),
    display_name: anonymousIn(item.language),
    email: null,
    address: null,
    reply: clean.reply(item.reply ?? null),
  }
}

// A text of somebody else with the address: the names and phones in it are most likely the person's. Its author may have the
// same name.
function withoutPerson<Item extends Content>(
  kind: ContentKind<Item>,
  item: Item,
  buyer: Buyer,
  known: Known,
): Partial<Item> {
  const clean = (text: string) => redact(text, buyer, known)
  return {
    ...cleaned(kind, item, clean),
    display_name: redact(item.display_name, buyer, { names: [], phones: [] }),
    reply: item.reply && clean(item.reply),
  } as Partial<Item>
}

function cleaned<Item extends Content>(
  { texts, otherTexts }: ContentKind<Item>,
  item: Item,
  clean: (text: string) => string,
): Partial<Item> {
  const own = Object.fromEntries(texts.map(name => [name, clean(item[name] ?? '')])) as Partial<Item>
  return { ...own, ...otherTexts?.clean(item, clean) }
}
