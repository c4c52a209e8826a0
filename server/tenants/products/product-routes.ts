import { z } from 'zod'
import type { Dependencies } from '../../dependencies.ts'
import { endpoint } from '../../foundation/http/endpoint.ts'
import { price, text } from '../../foundation/http/input/fields.ts'
import {
  bodyErrors,
  commonErrors,
  errorResponses,
  keyErrors,
} from '../../foundation/http/reference/api-docs.ts'
import { pictureAddresses } from '../../foundation/storage/pictures/limits.ts'

const product = z
  .strictObject({
    product_id: text(255, 1).meta({ description: "The caller's product id, unique per store" }),
    name: text(2048),
    price: price.default(0),
    sku: text(255),
    gtin: text(255),
    mpn: text(255),
    url: text(2048),
    pictures: pictureAddresses.optional().meta({ description: 'Addresses of images' }),
  })
  .meta({
    title: 'Product',
    examples: [
      {
        product_id: 'P-1',
        name: 'Moka pot, 6 cups',
        price: 149.9,
        sku: 'SKU-1',
        gtin: '7891234567895',
        mpn: 'MK-6',
        url: 'https://shop.example/p/1',
      },
    ],
  })

/** POST /products. Source: section 4.2 of the specification. */
export function createProduct({ products }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'createProduct',
      summary: 'Create a product',
      description:
        'Puts a product into the catalogue. One that an order brought is completed, and keeps its id.',
      tags: ['Products'],
      security: [{ apiKey: [], storeId: [] }],
      body: product,
      response: {
        201: z.object({ id: z.uuid() }).meta({ description: 'Stored: the product is on disk' }),
        ...errorResponses([...keyErrors, ...bodyErrors, 'product_duplicate', ...commonErrors]),
      },
    },
    handler: async (request, reply) => {
      const created = await products.create(request.apiKey.storeId, request.body)
      return reply.status(201).send(created)
    },
  })
}
