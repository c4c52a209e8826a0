import { rangeUntil } from '../../../answers/insights/calendar.ts'
import { dayRange } from '../../../answers/insights/day-range.ts'
import { insights, requestFigures, requestTests } from '../../../answers/insights/insight-schemas.ts'
import { readInsights } from '../../../answers/insights/insights.ts'
import { readRequestFigures } from '../../../answers/insights/request-figures.ts'
import { readRequestTests } from '../../../answers/insights/request-tests.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { dateOf } from '../../../foundation/lib/time/days.ts'
import { readStore } from '../../../tenants/stores/stores.ts'

/** GET /manage/v1/insights */
export function managedInsights({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'getInsights',
      summary: 'Orders, requests, reviews and answers of a range of days, and of the range before it',
      description: 'By default, the last 30 days.',
      querystring: dayRange,
      response: { 200: insights },
    },
    handler: async ({ apiKey, query: { from, to } }) => {
      const store = await readStore(database, apiKey.storeId)
      const now = clock()
      const chosen = from && to ? { from, to } : rangeUntil(dateOf(now, store), '30d')
      return await readInsights(database, store, chosen, now)
    },
  })
}

/** GET /manage/v1/insights/requests */
export function managedRequestFigures({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'getRequestFigures',
      summary: 'Requests that were sent in a range of days, opened and reviewed, by channel and rule',
      description:
        'By default, the last 30 days. A reminder is no further request. Opened: the link was visited, by the buyer or by a scanner of mails.',
      querystring: dayRange,
      response: { 200: requestFigures },
    },
    handler: async ({ apiKey, query: { from, to } }) => {
      const store = await readStore(database, apiKey.storeId)
      const now = clock()
      const chosen = from && to ? { from, to } : rangeUntil(dateOf(now, store), '30d')
      return await readRequestFigures(database, store, chosen, now)
    },
  })
}

/** GET /manage/v1/insights/tests */
export function managedRequestTests({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'getRequestTests',
      summary: 'The tests of rules, and their results once they are complete',
      description:
        'Each half counts its first `size` requests, and what was reviewed within 14 days after each. Until 14 days after the last of them, `reviewed` and `winner` are null.',
      response: { 200: requestTests },
    },
    handler: async ({ apiKey }) =>
      await readRequestTests(database, await readStore(database, apiKey.storeId), clock()),
  })
}
