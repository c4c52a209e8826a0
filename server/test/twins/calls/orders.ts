import sql from 'sql-template-tag'
import { moveGroupSums } from '../../../answers/reviews/sums/group-sums.ts'
import { wholeLine } from '../../../asking/orders/later/order-lines.ts'
import type { PartRequest } from '../../../asking/requests/requests-of-order.ts'
import { aCustomer, anOrder, anOrderProduct } from '../../factories.ts'
import { buyer, otherProductId, productId, seedNow } from '../seeded.ts'
import { marker } from '../worlds.ts'
import {
  after,
  at,
  by,
  type Calls,
  day,
  inStatements,
  later,
  newId,
  nobodyIsAsked,
  page,
  person,
  pure,
  retention,
  since,
  span,
} from './call.ts'

const batched = anOrder({
  order_id: 'batched',
  products: [anOrderProduct({ product_id: productId, sku: 'batched' })],
  customers: [aCustomer({ email: buyer })],
})
const dueRequest: PartRequest = {
  ...{ part: 0, address: buyer, email: buyer, name: 'Ana', due_at: at, reasons: [] },
  ...{ state: 'scheduled', rule: null, mailing_id: null },
}
const aRule = {
  name: 'Again',
  when: { product_ids: [productId], group_ids: [newId], buyer: 'repeated' },
  then: { ask: false },
}
const silentRule = sql`update stores set request_rules = '[{"name": "All", "when": {}, "then": {"ask": false}}]'`
const ofBuyer = (mailing: string) => ({
  ...{ storeId: '', id: mailing, address: buyer, email: buyer, name: 'Ana', language: 'en' },
  requests: [{ order_id: 'asked' }],
})
const bought = {
  product_id: 'P-9',
  name: 'New',
  price: 1,
  sku: 'SKU-9',
  gtin: '',
  mpn: '',
  url: '',
  pictures: [],
}

/** Orders, review requests and products. */
export const orders: Calls = {
  'asking/orders/later/buyer-language.ts': {
    languagesOfBuyers: after(
      sql`update orders set customers = jsonb_set(customers, '{0,language}', '"es"')`,
      ['due', 'asked'],
    ),
  },
  'asking/orders/later/added-products.ts': { addProducts: () => ['due', [bought], by] },
  'asking/orders/later/buyers.ts': {
    sentAmong: ({ sentMail }) => [[{ state: 'cancelled', mailing_id: sentMail } as PartRequest]],
  },
  'asking/orders/order-batches.ts': {
    createOrderBatch: {
      each: [
        ({ schedule }) => [schedule, [batched], seedNow],
        {
          // A limit asks first which orders are known.
          with: ({ schedule }) => ({
            args: [schedule, [batched, { ...batched, order_id: 'asked' }], seedNow],
            first: sql`update stores set limits = '{"orders_per_month": 5}'`,
          }),
        },
      ],
    },
  },
  'asking/orders/rules/apply.ts': {
    applyRules: {
      with: () => ({ args: [{ after: '', most: 10 }, by], first: silentRule }),
    },
  },
  'asking/orders/rules/warnings.ts': { warnOfRules: () => [[aRule]] },
  'asking/rules/facts.ts': {
    readFacts: () => [[aRule], [{ ...batched, customers: [aCustomer({ email: buyer })] }]],
  },
  'asking/orders/reads/list-orders.ts': {
    listOrders: {
      each: [
        () => [undefined, page],
        () => [{ idBegins: 'd' }, page],
        () => [{ address: buyer }, page],
        () => [{ due: {} }, page],
      ],
    },
  },
  'asking/orders/reads/known-orders.ts': { knownOrders: () => [['due', 'asked']] },
  'asking/orders/later/waiting-orders.ts': { readOrderProgress: () => [['due', 'asked']] },
  'asking/orders/later/order-changes.ts': {
    lockOrder: () => ['due'],
    logOrder: () => ['due', by, 'cancel', ['requests']],
    cancelOrder: () => ['due', by],
    rescheduleOrder: ({ schedule }) => [
      'later',
      schedule,
      { request_review_at: new Date(seedNow + 9 * day).toISOString() },
      by,
    ],
  },
  'asking/orders/later/left-to-shop.ts': { leaveToShop: () => [sql`select 'later'::text`, later] },
  'asking/orders/former-orders.ts': {
    countOldOrders: after(nobodyIsAsked, retention, later, 100),
    forgetOrders: after(nobodyIsAsked, retention, later),
  },
  'asking/orders/reads/order-days.ts': { countOrderDays: () => [[span]] },
  'asking/orders/orders.ts': {
    readOrder: () => ['due'],
    readOrders: () => [['due', 'asked']],
    hasOrders: () => [],
    hasTestOrders: after(sql`update former_orders set is_test = true`),
    hasShopOrders: () => [],
  },
  'asking/orders/asked-products.ts': {
    readProductsOfOrders: () => [['due', 'asked']],
    readProductsOfParts: () => [[{ order_id: 'due', part: 0 }]],
  },
  'asking/orders/reads/bought.ts': { hasBought: () => [buyer, productId], isBuyer: () => ['asked', buyer] },
  'asking/orders/reads/changed-orders.ts': {
    listWholeOrders: () => [page],
    listChangedOrders: () => [{ since, limit: 2 }],
  },
  'asking/orders/later/locked-lines.ts': { lockLines: () => ['due'] },
  'asking/orders/later/order-lines.ts': {
    readLines: () => [['due', 'later']],
    writeLines: () => ['later', [{ ...wholeLine('product-1'), part: 1, refunded_at: at }]],
    forgetLines: () => [['later']],
  },
  'asking/orders/restored.ts': {
    countRestoredOrders: after(sql`update order_usage set orders = 0`, 'America/Sao_Paulo'),
    findRequestWithoutOrder: after(sql`delete from orders where order_id = 'due'`),
  },
  'asking/orders/person.ts': { ordersOfPerson: () => [person], erasePersonFromOrders: () => [person, at] },
  'tenants/products/catalogue.ts': {
    addProduct: () => [bought, by],
    putProduct: () => [{ ...bought, product_id: productId }, by],
    hideProduct: () => [productId, by],
    changeProduct: () => [productId, { name: 'Another name' }, by],
    readProduct: () => [productId],
    readProducts: () => [[productId]],
  },
  'tenants/products/unasked.ts': {
    unaskedAmong: after(sql`update products set asks_for_reviews = false`, [productId, otherProductId]),
    catalogueEntries: () => [[productId, otherProductId]],
    switchOffNoProducts: () => [
      [
        { ...bought, product_id: productId, recognised_as: 'gift_card' },
        { ...bought, recognised_as: 'tip' },
      ],
      at,
    ],
  },
  'tenants/products/fold-names-again.ts': { foldNamesAgain: () => [null, 10] },
  'tenants/products/ids-with-zeros.ts': {
    idsWithZeros: after(sql`
      insert into products (store_id, product_id, id, sku, name, price, url, created_at)
      select store_id, '007', gen_random_uuid(), '', '', 0, '', ${at}
      from stores
      where name <> 'Empty'`),
  },
  'tenants/products/rated-products.ts': {
    areOthersRated: after(sql`update products set rated = product_id <> 'P-9', group_id = null`, ['P-9']),
  },
  'tenants/products/list-products.ts': { listProducts: () => [page] },
  'api/dashboard/products/figures.ts': {
    withFigures: ({ product }) => [[product]],
    readGroup: ({ group }) => [group],
  },
  'api/dashboard/products/list-products.ts': {
    listProductIds: {
      // The marker is in names of the twins only.
      each: ['pot', marker].map(text => () => [{ part: 'all', sort: 'most_reviews', text, limit: 10 }]),
    },
  },
  'tenants/products/shared-skus.ts': {
    findSharedSkus: after(sql`update products set sku = 'SAME', group_id = null, hidden_at = null`, 10),
  },
  'tenants/products/product-groups.ts': {
    groupTranslations: () => [[productId, otherProductId, 'P-3'], moveGroupSums, by],
    groupProducts: () => [{ productIds: [productId, 'P-3'], move: true }, moveGroupSums, by],
    changeGroup: ({ group }) => [
      group,
      { productIds: [otherProductId, 'P-3'], move: true },
      moveGroupSums,
      by,
    ],
    endGroup: ({ group }) => [group, moveGroupSums, by],
  },
  'tenants/products/products.ts': {
    findProduct: () => [{ sku: 'SKU-1' }],
    sampleProducts: () => [5],
    findListing: () => [productId],
    addSeenProducts: () => [[{ product_id: 'P-9', sku: '', name: 'New', url: '' }], at],
    findProducts: () => [{ by: 'product_id', values: [productId] }],
    nameProducts: after(sql`update products set name = product_id`, [{ product_id: productId, name: 'New' }]),
    findProductsBySku: () => [['SKU-1']],
    readShownProduct: () => [productId],
    productNames: () => [[productId]],
    shownProducts: () => [[productId]],
    someProductUrls: () => [],
  },
  'tenants/products/handles.ts': {
    // The handle is a product of the twins.
    findProductsByHandle: after(
      sql`
        with named as (
          update products set url = 'https://shop.example/products/mug' where product_id = ${productId}
        )
        insert into products (store_id, product_id, id, sku, name, price, url, created_at)
        select store_id, 'mug', gen_random_uuid(), '', '', 0, '', ${at}
        from stores
        where store_id::text like '%000000000001' or store_id::text like '%fffffffffff1'`,
      ['mug'],
    ),
  },
  'tenants/products/sharing.ts': {
    sharingRows: inStatements,
    productsSharing: () => [[productId]],
    groupsOfProducts: () => [[productId]],
    hasLargeGroup: { exempt: 'Only an archive makes such a group: exchange/archives/bounds.test.ts.' },
    shareGroupLock: { exempt: 'Only locks, with a key made of the store.' },
    lockGroups: { exempt: 'Only locks, with a key made of the store.' },
    markRated: () => [[{ product_id: productId, rated: false }]],
    lockProducts: { exempt: 'Only locks.' },
  },
  'asking/requests/request-events.ts': {
    reportRequests: () => [
      [{ id: newId, order_id: 'due', part: 0, state: 'sent', due_at: at, reasons: [] }],
      at,
    ],
    reportUnsubscribed: ({ sentMail }) => [sentMail, at],
  },
  'asking/requests/list-requests.ts': {
    ordersByDue: () => [{ state: 'scheduled' }, page],
    ordersOfAddress: () => [buyer, page],
    requestsInDetail: () => ['due'],
    partsInMail: ({ dueRequest }) => [dueRequest.id, 'due', span],
  },
  'asking/requests/archived-requests.ts': {
    countOrdersToAsk: () => [],
    reopenUnsentRequests: {
      with: ({ queuedMail }) => ({
        args: [sql`select ${queuedMail}::uuid`],
        first: sql`update review_requests set mailing_id = ${queuedMail} where order_id = 'due'`,
      }),
    },
  },
  'asking/requests/person.ts': {
    requestsOfPerson: () => [person],
    erasePersonFromRequests: () => [person, at],
  },
  'asking/requests/requests-of-mails.ts': {
    partsOfMailings: ({ sentMail }) => [[{ id: sentMail, address: buyer }], 'sent'],
    unreviewedAmong: ({ sentMail }) => [[{ id: sentMail, address: buyer }]],
    mailsOfCampaigns: {
      with: ({ sentMail }) => ({
        args: [[{ id: sentMail, address: buyer }]],
        first: sql`update review_requests set reasons = '[{"name": "campaign"}]'`,
      }),
    },
  },
  'asking/requests/requests.ts': {
    requestOutcome: inStatements,
    isOrderInUse: inStatements,
    forgetRequests: () => [['due', 'asked']],
    lockRequests: () => [['due', 'asked']],
    ordersOfRequests: inStatements,
    listRequests: () => ['due'],
    requestsOfOrders: () => [['due', 'asked']],
    cancelRequests: () => ['due', at],
    requestsOfMailing: ({ sentMail }) => [sentMail],
    failRequests: ({ sentMail }) => [sentMail, at],
    leaveOut: ({ sentMail }) => [[{ id: sentMail, order_id: 'asked', part: 0, left_out: [productId] }]],
    reopenRequests: ({ sentMail }) => [sentMail],
    markReviewed: ({ sentMail }) => [sentMail, [{ order_id: 'asked', part: 0 }]],
    markDaysOf: () => [[{ created_at: at }]],
    changeRequests: () => [
      at,
      { set: sql`due_at = due_at + interval '1 hour'`, where: sql`order_id = 'due'` },
    ],
  },
  'asking/requests/requests-of-order.ts': {
    lockParts: () => ['due'],
    rulesOfPending: () => ['due'],
    rewriteRequests: () => ['due', [{ from: dueRequest, to: { ...dueRequest, state: 'cancelled' } }], at],
    addPart: () => [
      { orderId: 'due', part: 1, receivedAt: at },
      [{ id: newId, address: buyer, email: buyer, name: 'Ana' }],
      { state: 'scheduled', dueAt: later.getTime(), reasons: [] },
      at,
    ],
    reschedulePart: () => ['due', 0, { state: 'scheduled', dueAt: later.getTime(), reasons: [] }, at],
    dropParts: () => ['due', [0], at],
    cancelParts: () => ['due', [0], at],
  },
  'asking/requests/asked-soon.ts': {
    ordersAskedBefore: inStatements,
    countDueBefore: () => [later, 5],
  },
  'asking/rewards/reward-settings.ts': {
    readRewardSettings: () => [],
    showReward: ({ store }) => [store, at],
    changeReward: () => [{ per_month: 3 }, by],
    logReward: () => ['reward', by],
  },
  'asking/rewards/counts.ts': {
    codesLeft: {
      with: ({ store }) => ({ args: [store, at], first: sql`update reward_settings set is_on = true` }),
    },
    hasRewards: () => [new Date(0)],
    countRewards: ({ store }) => [store, at],
  },
  'asking/rewards/codes.ts': {
    addCodes: () => [{ csv: 'NEW-1', trial: false }, by],
    removeUnusedCodes: () => [by],
  },
  'asking/rewards/promises.ts': {
    openPromises: () => [['asked'], at],
    forgetPromises: () => [later],
  },
  'asking/rewards/give.ts': {
    isPromised: ({ sentMail }) => [ofBuyer(sentMail), at],
    giveReward: ({ published, sentMail }) => [
      ofBuyer(sentMail),
      { reviewId: published, orderId: 'asked' },
      at,
    ],
    wasGiven: ({ sentMail }) => [{ ...ofBuyer(sentMail), requests: [{ order_id: 'later' }] }],
    readGiven: ({ published }) => [published],
  },
  'asking/rewards/person.ts': { rewardsOfPerson: () => [person] },
  'asking/requests/pending.ts': { lockPending: () => ['due'] },
  'tenants/products/changes.ts': {
    notifyProductsChanged: { exempt: 'Only notifies, with the store in the message.' },
  },
  'tenants/products/invalidation.ts': { tagsOf: pure },
  'tenants/products/addresses.ts': { countWithoutAddress: () => [{ product_url: null }] },
}
