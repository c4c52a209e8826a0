import sql from 'sql-template-tag'
import { countQuestionsOf } from '../../../answers/questions/question-counts.ts'
import { type Stars, starsOf, totalOf } from '../../../answers/reviews/storefront/ratings.ts'
import { averageOf } from '../../../answers/reviews/storefront/shown.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import { readProducts, type StoredProduct } from '../../../tenants/products/catalogue.ts'

/** Figures of published reviews and questions. */
export type Figures = { stars: Stars; total: number; average: number; questions: number }

export type ListedProduct = Omit<StoredProduct, 'group_id'> &
  Figures & { group: ({ id: string; products: number } & Figures) | null }

/** Adds to the products their own figures, and those of their group. */
export async function withFigures<Products extends StoredProduct[] | [StoredProduct]>(
  db: Connection,
  storeId: string,
  products: Products,
): Promise<{ [Index in keyof Products]: ListedProduct }> {
  const groupIds = products.flatMap(({ group_id }) => group_id ?? [])
  const members = Map.groupBy(await membersOf(db, storeId, groupIds), ({ group_id }) => group_id)
  const ids = [
    ...products.map(({ product_id }) => product_id),
    ...[...members.values()].flat().map(({ product_id }) => product_id),
  ]
  const [stars, questions] = await Promise.all([
    starsOf(db, storeId, ids),
    countQuestionsOf(db, storeId, ids),
  ])
  const figuresOf = (productIds: string[]) =>
    sum(
      productIds.map(id => stars.get(id) ?? noStars),
      productIds.map(id => questions.get(id) ?? 0),
    )
  return products.map(({ group_id, ...product }) => {
    const group = (group_id && members.get(group_id)?.map(({ product_id }) => product_id)) || []
    return {
      ...product,
      ...figuresOf([product.product_id]),
      group: group_id ? { id: group_id, products: group.length, ...figuresOf(group) } : null,
    }
  }) as { [Index in keyof Products]: ListedProduct }
}

/** The products of a group by name, each with its own figures. */
export async function readGroup(
  db: Connection,
  storeId: string,
  groupId: string,
): Promise<Omit<ListedProduct, 'group'>[]> {
  const ids = (await membersOf(db, storeId, [groupId])).map(({ product_id }) => product_id)
  const alone = (await readProducts(db, storeId, ids)).map(one => ({ ...one, group_id: null }))
  const members = await withFigures(db, storeId, alone)
  return members.sort((a, b) => a.name.localeCompare(b.name) || (a.product_id < b.product_id ? -1 : 1))
}

async function membersOf(
  db: Connection,
  storeId: string,
  groupIds: string[],
): Promise<{ group_id: string; product_id: string }[]> {
  if (groupIds.length === 0) return []
  return await db.query<{ group_id: string; product_id: string }>(sql`
    select group_id, product_id
    from products
    where store_id = ${storeId} and group_id = any(${groupIds}::uuid[])`)
}

const noStars: Stars = { one: 0, two: 0, three: 0, four: 0, five: 0 }

function sum(stars: Stars[], questions: number[]): Figures {
  const added = stars.reduce(
    (all, one) => ({
      one: all.one + one.one,
      two: all.two + one.two,
      three: all.three + one.three,
      four: all.four + one.four,
      five: all.five + one.five,
    }),
    noStars,
  )
  return {
    stars: added,
    total: totalOf(added),
    average: averageOf(added),
    questions: questions.reduce((all, one) => all + one, 0),
  }
}
