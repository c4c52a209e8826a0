import { createShopFetch } from '../../links/connections/shop/shop-fetch.ts'

/** Requests to fake shops, which are retried without waiting. */
export const loopbackFetch = createShopFetch({ allow: ['127.0.0.0/8'], wait: async () => {} })
