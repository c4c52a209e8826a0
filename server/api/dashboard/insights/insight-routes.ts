import { z } from 'zod'
import { countDays, mostDays, type Range, ranges, rangeUntil } from '../../../answers/insights/calendar.ts'
import { insights, requestFigures, requestTests } from '../../../answers/insights/insight-schemas.ts'
import { readInsights } from '../../../answers/insights/insights.ts'
import { readRequestFigures } from '../../../answers/insights/request-figures.ts'
import { readRequestTests } from '../../../answers/insights/request-tests.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { storePath } from '../../../foundation/http/input/paths.ts'
import { mayOpenOutbox } from '../../../foundation/http/outbox-token.ts'
import { dateOf, isDate } from '../../../foundation/lib/time/days.ts'
import { dismissSteps, hasDismissedSteps } from '../../../tenants/accounts/members.ts'
import { readStore } from '../../../tenants/stores/stores.ts'
import { readFirstSteps } from './first-steps.ts'
import { firstSteps, toDo } from './insight-schemas.ts'
import { readToDo } from './to-do.ts'

const date = z
  .string()
  .refine(isDate, { message: 'date', abort: true })
  .optional()
  .meta({ format: 'date', description: 'In the time zone of the store.' })

const rangeQuery = z
  .object({ range: z.enum(ranges).optional(), from: date, to: date })
  .check(({ value: { range, from, to }, issues, value }) => {
    const refuse = (path: string, message: string, values: (string | number)[]) =>
      void issues.push({ code: 'custom', message, params: { values }, path: [path], input: value })
    if (range && (from ?? to)) return refuse('range', 'not_both', ['range', 'from, to'])
    if (from === undefined && to === undefined) return
    if (from === undefined) return refuse('from', 'required', [])
    if (to === undefined) return refuse('to', 'required', [])
    if (to < from) return refuse('to', 'date_min', [from])
    if (countDays({ from, to }) > mostDays) refuse('from', 'days_max', [mostDays])
  })

/** GET /admin/api/stores/{store_id}/insights: by default, the last 30 days. */
export function storeInsights({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'getInsights',
      summary: 'Orders, requests, reviews and answers of a range of days, and of the range before it',
      params: storePath,
      querystring: rangeQuery,
      response: { 200: insights },
    },
    handler: async ({ params, query }) => {
      const store = await readStore(database, params.storeId)
      const now = clock()
      return await readInsights(database, store, chosenRange(query, dateOf(now, store)), now)
    },
  })
}

function chosenRange({ range = '30d', from, to }: z.infer<typeof rangeQuery>, today: string): Range {
  return from && to ? { from, to } : rangeUntil(today, range)
}

/** GET /admin/api/stores/{store_id}/insights/tests */
export function storeRequestTests({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'getRequestTests',
      summary: 'The tests of rules, and their results once they are complete',
      params: storePath,
      response: { 200: requestTests },
    },
    handler: async ({ params }) =>
      await readRequestTests(database, await readStore(database, params.storeId), clock()),
  })
}

/** GET /admin/api/stores/{store_id}/insights/requests: by default, the last 30 days. */
export function storeRequestFigures({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'getRequestFigures',
      summary: 'Requests that were sent in a range of days, opened and reviewed, by channel and rule',
      params: storePath,
      querystring: rangeQuery,
      response: { 200: requestFigures },
    },
    handler: async ({ params, query }) => {
      const store = await readStore(database, params.storeId)
      const now = clock()
      return await readRequestFigures(database, store, chosenRange(query, dateOf(now, store)), now)
    },
  })
}

/** GET /admin/api/stores/{store_id}/waiting: the pending tasks of the store. */
export function storeToDo({ config, database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'getPendingWork',
      summary: 'Pending reviews, questions and mails',
      params: storePath,
      response: { 200: toDo },
    },
    handler: async request => {
      const { params, role } = request
      const store = await readStore(database, params.storeId)
      return {
        ...(await readToDo(database, store, role, clock())),
        mail_off: config.SMTP_URL ? null : { outbox: mayOpenOutbox(request, config.OUTBOX_TOKEN) },
      }
    },
  })
}

/** GET /admin/api/stores/{store_id}/first-steps: which first steps a new store has completed. */
export function storeFirstSteps({ config, database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'getFirstSteps',
      summary: 'What a new store does first, and what of it is done',
      params: storePath,
      response: { 200: firstSteps },
    },
    handler: async ({ params, user }) => ({
      ...(await readFirstSteps(database, params.storeId, clock())),
      mail: config.SMTP_URL !== undefined,
      dismissed: await hasDismissedSteps(database, params.storeId, user.id),
    }),
  })
}

/** PUT /admin/api/stores/{store_id}/first-steps/dismissal: the requesting user does not want to see them any more. */
export function dismissFirstSteps({ database, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'dismissFirstSteps',
      summary: 'Stop showing yourself the first steps',
      params: storePath,
      body: z.strictObject({}),
    },
    handler: async ({ params, user }, reply) => {
      await dismissSteps(database, params.storeId, user.id, new Date(clock()))
      return reply.status(204).send()
    },
  })
}
