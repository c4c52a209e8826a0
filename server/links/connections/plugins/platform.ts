import { nothing, type Platform, type PlatformName } from '../platform.ts'
import { sentence } from '../sentences.ts'
import { readBody } from '../shop/shop-json.ts'
import { authenticate, wrongSecret } from './authenticate.ts'
import { readOrder, readProduct } from './order.ts'
import { orderEvent, productEvent } from './wire.ts'

/** A system of shops with a plugin of ours, which sends an order again after each change. */
export const pluginPlatform = (name: PlatformName): Platform => ({
  name,
  needs: [],
  options: {},
  wrongSecret,
  authenticate,
  async read({ topic, body }) {
    if (topic === 'order.updated') {
      const { timestamp, data } = readBody(orderEvent, body, sentence('theOrder'))
      return [{ kind: 'order', order: readOrder(data.order, timestamp) }]
    }
    if (topic === 'product.updated') {
      const { data } = readBody(productEvent, body, sentence('theProduct'))
      return [{ kind: 'product', product: readProduct(data.product) }]
    }
    return [nothing(sentence('topicUnneeded', { topic }))]
  },
})
