import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { byOf, nameActors } from '../../accounts/actors.ts'
import type { StorePath } from '../../accounts/guards.ts'
import { listChanges } from '../../audit/audit.ts'
import type { Database } from '../../database/connect.ts'
import type { Dependencies } from '../../dependencies.ts'
import { text } from '../../http/input/fields.ts'
import { addProduct, changeProduct, readProduct, readProducts } from '../../products/catalogue.ts'
import { changeGroup, endGroup, groupProducts } from '../../products/product-groups.ts'
import { readGroup, withFigures } from './figures.ts'
import { listProductIds, productParts, productSorts, readProductCursor } from './list-products.ts'
import {
  grouping,
  madeGroup,
  newProduct,
  productChange,
  productDetails,
  productPage,
} from './product-schemas.ts'

type GroupPath = StorePath & { id: string }

const listQuery = z.object({
  part: z.enum(productParts).default('all'),
  sort: z.enum(productSorts).default('name'),
  text: text(200).optional(),
  after: z
    .string()
    .check(({ value, issues }) => {
      if (!readProductCursor(value)) issues.push({ code: 'custom', message: 'format', input: value })
    })
    .optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
})

/** GET /admin/api/stores/{store_id}/products: a page of the catalogue. */
export function listCatalogue({ database }: Dependencies) {
  return {
    schema: {
      summary: 'Products with what was said of them',
      querystring: listQuery,
      response: { 200: productPage },
    },
    handler: async ({ params, query }: FastifyRequest) => {
      const { storeId } = params as StorePath
      const { ids, next } = await listProductIds(database, storeId, query as z.infer<typeof listQuery>)
      return {
        result: await withFigures(database, storeId, await readProducts(database, storeId, ids)),
        next,
      }
    },
  }
}

// A product's id is the shop's own and may be `..` or hold a slash: it never stands in a path.
const ofProduct = z.object({ product_id: text(255, 1) })

/** GET /admin/api/stores/{store_id}/products/detail?product_id= */
export function showProduct({ database }: Dependencies) {
  return {
    schema: {
      summary: 'One product, its group and its history',
      querystring: ofProduct,
      response: { 200: productDetails },
    },
    handler: async ({ params, query }: FastifyRequest) => {
      const { storeId } = params as StorePath
      return await describe(database, storeId, (query as z.infer<typeof ofProduct>).product_id)
    },
  }
}

/** POST /admin/api/stores/{store_id}/products */
export function addToCatalogue({ database, clock }: Dependencies) {
  return {
    schema: { summary: 'Add a product', body: newProduct, response: { 201: productDetails } },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { storeId } = request.params as StorePath
      const product = request.body as z.infer<typeof newProduct>
      await database.transaction(tx => addProduct(tx, storeId, product, byOf(request.person, clock)))
      return reply.status(201).send(await describe(database, storeId, product.product_id))
    },
  }
}

/** PATCH /admin/api/stores/{store_id}/products: the one of the body's product_id. */
export function editProduct({ database, clock }: Dependencies) {
  return {
    schema: { summary: 'Change a product', body: productChange, response: { 200: productDetails } },
    handler: async (request: FastifyRequest) => {
      const { storeId } = request.params as StorePath
      const { product_id, ...change } = request.body as z.infer<typeof productChange>
      await database.transaction(tx =>
        changeProduct(tx, storeId, product_id, change, byOf(request.person, clock)),
      )
      return await describe(database, storeId, product_id)
    },
  }
}

/** POST /admin/api/stores/{store_id}/product-groups */
export function makeGroup({ database, clock }: Dependencies) {
  return {
    schema: {
      summary: 'Let products share their reviews and questions',
      body: grouping,
      response: { 201: madeGroup },
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { storeId } = request.params as StorePath
      const wanted = toGrouping(request.body as z.infer<typeof grouping>)
      const made = await database.transaction(tx =>
        groupProducts(tx, storeId, wanted, byOf(request.person, clock)),
      )
      return reply.status(201).send(made)
    },
  }
}

/** PUT /admin/api/stores/{store_id}/product-groups/{id}: the group has exactly these products from now on. */
export function editGroup({ database, clock }: Dependencies) {
  return {
    schema: { summary: 'Say anew which products a group has', body: grouping },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { storeId, id } = request.params as GroupPath
      const wanted = toGrouping(request.body as z.infer<typeof grouping>)
      await database.transaction(tx => changeGroup(tx, storeId, id, wanted, byOf(request.person, clock)))
      return reply.status(204).send()
    },
  }
}

/** DELETE /admin/api/stores/{store_id}/product-groups/{id}: each product shows its own again. */
export function dissolveGroup({ database, clock }: Dependencies) {
  return {
    schema: { summary: 'End a group' },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { storeId, id } = request.params as GroupPath
      await database.transaction(tx => endGroup(tx, storeId, id, byOf(request.person, clock)))
      return reply.status(204).send()
    },
  }
}

async function describe(db: Database, storeId: string, productId: string) {
  const product = await readProduct(db, storeId, productId)
  const [[listed], members, changes] = await Promise.all([
    withFigures(db, storeId, [product]),
    product.group_id ? readGroup(db, storeId, product.group_id) : [],
    listChanges(db, storeId, 'product', productId),
  ])
  return { ...listed, members, history: await nameActors(db, changes) }
}

const toGrouping = ({ product_ids, move }: z.infer<typeof grouping>) => ({ productIds: product_ids, move })
