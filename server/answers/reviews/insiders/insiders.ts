import sql from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import { comparableAddress } from '../../../foundation/lib/text/email-address.ts'
import { addressesOfMembers } from '../../../tenants/accounts/members.ts'
import type { Review } from '../reviews.ts'

type Authored = Pick<Review, 'address' | 'insider'>

/**
 * The same reviews, each marked as by an insider whose address is of the team. Other marks stay as they are. See
 * docs/decisions/0129-mark-insiders.md.
 */
export async function withInsiders<Item extends Authored>(
  db: Connection,
  storeId: string,
  reviews: Item[],
): Promise<Item[]> {
  if (reviews.every(({ address, insider }) => address === null || insider)) return reviews
  const isOfTeam = await teamOf(db, storeId)
  return reviews.map(review => (isOfTeam(review) ? { ...review, insider: true } : review))
}

/** The mark of one review: true once it is marked, or while its address is of the team. */
export async function insiderMark(
  db: Connection,
  storeId: string,
  { address, insider }: Authored,
): Promise<boolean | null> {
  return insider || (await isInsider(db, storeId, { address })) || null
}

/** Whether the address is that of a member of the store, or in a domain of its team. */
export async function isInsider(db: Connection, storeId: string, author: Authored): Promise<boolean> {
  return author.address !== null && (await teamOf(db, storeId))(author)
}

async function teamOf(db: Connection, storeId: string): Promise<(author: Authored) => boolean> {
  const addresses = await addressesOfMembers(db, storeId)
  const [store] = await db.query<{ insider_domains: string[] }>(sql`
    select insider_domains
    from stores
    where store_id = ${storeId}`)
  const members = new Set(addresses.map(address => mailboxOf(comparableAddress(address) ?? address)))
  const domains = new Set(store?.insider_domains)
  return ({ address }) =>
    address !== null &&
    (members.has(mailboxOf(address)) || domains.has(address.slice(address.lastIndexOf('@') + 1)))
}

// Mail to ana+test@shop.example reaches ana@shop.example.
const mailboxOf = (address: string) => address.replace(/\+.*(?=@)/, '')
