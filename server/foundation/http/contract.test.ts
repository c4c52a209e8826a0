import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, startTestApp, type TestApp } from '../../test/app.ts'
import { type Callers, createCallers } from '../../test/requests/contract-callers.ts'
import { type Documented, readDocument } from '../../test/requests/documented.ts'
import { type Document, type GeneratedRequest, requestsOf } from '../../test/requests/generated.ts'

// With CONTRACT_TESTS=all, ten thousand requests; otherwise the first of them.
const ofEach = process.env.CONTRACT_TESTS === 'all' ? 3_400 : 200
const seed = Number(process.env.CONTRACT_SEED ?? 20_261_125)
const bounceToken = 'bounces-bounces-bounces-bounces'

let it: TestApp
let callers: Callers
beforeAll(async () => {
  it = await startTestApp({ BOUNCE_TOKEN: bounceToken })
  callers = await createCallers(it, bounceToken)
})
afterAll(() => it.close())

test.each([
  ['public', '/openapi.json'],
  ['manage', '/manage/openapi.json'],
  ['operator', '/operator/openapi.json'],
  ['dashboard', '/admin/openapi.json'],
] as const)(
  'requests generated from the document of the %s API are answered as it says',
  async (name, path) => {
    const documented = await readDocument(it, path)
    const { body } = await it.send('GET', path)
    const requests = fc.sample(requestsOf(body as Document, callers[name]), { numRuns: ofEach, seed })
    const wrong: string[] = []
    const counts = { valid: 0, accepted: 0, invalid: 0 }
    for (let start = 0; start < requests.length; start += 20) {
      const group = requests.slice(start, start + 20)
      const problems = await Promise.all(group.map(one => problemOf(name, one, documented, counts)))
      wrong.push(...problems.filter(one => one !== undefined))
    }
    expect(wrong).toEqual([])
    // Not everything was refused at the door.
    expect(counts.accepted).toBeGreaterThan(ofEach / 3)
    // Requests that only read have few ways to be wrong.
    expect(counts.invalid).toBeGreaterThan(ofEach / (name === 'dashboard' ? 20 : 5))
  },
  1_800_000,
)

const product = {
  product_id: 'A product is named once, by its id or its SKU',
  product_sku: 'The same',
  sku: 'The same',
}
const days = { from: 'Both days or none, in order, at most two years', to: 'The same' }
const notFuture = 'Not in the future'
const ofType = 'What a question has depends on its type'
const aPhone = 'A phone number as the country of the store writes it'
const ofOrder = { product_ids: 'They are products of the order' }
const once = 'Only one of these filters has an index'
const names = {
  time_zone: 'A name of the IANA database',
  locale: 'A tag that Intl knows',
  'limits.stored_bytes': 'Its bound is that of exact integers, which documents leave out',
}
const visitor = { locale: 'A tag that Intl knows', lang: 'The same' }
const narrowing = { product_id: once, language: once, flagged: once, unanswered: once, reported: once }

/** What a schema cannot say: the fields of requests that fit it and are 400, with the reason. */
const unsaid: Record<string, Record<string, string>> = {
  'public listRatings': { ...product, ...visitor },
  'public listReviews': product,
  'public listTopics': product,
  'public listQuestions': product,
  'public renderReviews': {
    ...product,
    ...visitor,
    view: 'A gallery has no filters, and the store no product',
  },
  'public getStructuredData': product,
  'public listReviewsAsBefore': product,
  'public readAverageAsBefore': product,
  'manage listReviews': { ...narrowing, pictures: once },
  'manage listQuestions': narrowing,
  'manage listAnswers': { question_id: once, reported: once },
  'manage createWebhook': {
    url: 'An address that parses, and of no private network',
    webhooks: 'A store has at most 20',
  },
  'manage updateWebhook': { url: 'An address that parses, and of no private network' },
  'manage replayDeliveries': { delivery_id: 'One delivery or a time' },
  'manage createReview': {
    product_id: 'A product of the order, if it names one, and none of a review of the store',
    product_name: 'None of a review of the store',
    product_sku: 'None of a review of the store',
    created_at: notFuture,
  },
  'manage setReviewCaptions': { language: 'A tag that Intl knows', webvtt: 'A WebVTT file' },
  'manage removeReviewCaptions': { language: 'A tag that Intl knows' },
  'manage replaceAttributes': {
    'attributes.options': ofType,
    'attributes.label': ofType,
    'attributes.options.label': ofType,
    'attributes.low': ofType,
    'attributes.mid': ofType,
    'attributes.high': ofType,
  },
  'manage createCampaign': { to: 'Not before from' },
  'manage grantConsent': { phone: aPhone, granted_at: notFuture },
  'manage withdrawConsent': { phone: aPhone },
  'manage changeReward': { gives: 'Languages that we have', code: 'One of the list, or shared' },
  'manage createQuestion': { created_at: notFuture },
  'manage listOrders': { updated_since: once, email: once, received_since: once },
  'manage fulfillOrder': ofOrder,
  'manage refundOrder': ofOrder,
  'manage getInsights': days,
  'manage getRequestFigures': days,
  'manage updateSettings': {
    ...names,
    languages_off: 'Languages that we have',
    insider_domains: 'Domains, and not of mail providers',
    review_period_days: 'At least the delay of requests',
    origins: 'Scheme, host and port alone',
    reminder_days: 'They rise',
    reply_templates: 'Their placeholders are known ones',
    ...Object.fromEntries(
      ['logo_url', 'site_url', 'product_url', 'privacy_url'].map(name => [name, 'An address that parses']),
    ),
    contact_email: 'Usable, by RFC 5321 too',
  },
  'manage exportPerson': { email: 'Usable, by RFC 5321 too' },
  'manage erasePerson': { email: 'Usable, by RFC 5321 too' },
  'dashboard listReviews': { rating: 'Only published reviews have an index of it' },
  'dashboard listOrders': { due: 'A day of the calendar', order_id: 'Not beside other filters' },
  'dashboard getInsights': { ...days, range: 'Or days' },
  'dashboard getRequestFigures': { ...days, range: 'Or days' },
  'dashboard getUsage': days,
  'dashboard getStoreUsage': days,
  'operator getStoreUsage': days,
  'operator createOperatedStore': {
    ...names,
    name: 'Control characters do not count',
    owner_email: 'A usable address',
  },
  'operator updateStore': names,
  'operator deleteStore': { confirm: 'The name of the store' },
}

/** Whether each refused field is one of those. */
function isUnsaid(operation: string, { status, body }: Answer): boolean {
  const problems = String(body?.user_message?.en_us).split('; ')
  const fields = problems.map(one => (one.split(':')[0] ?? '').replace(/\.\d+(?=\.|$)/g, ''))
  return status === 400 && fields.every(field => unsaid[operation]?.[field] !== undefined)
}

async function problemOf(
  api: string,
  request: GeneratedRequest,
  documented: Documented,
  counts: Record<'valid' | 'accepted' | 'invalid', number>,
): Promise<string | undefined> {
  const { operationId, method, path, headers, text, isValid } = request
  const answer = await it.send(method, path, { headers, ...(text !== undefined && { body: text }) })
  counts[isValid ? 'valid' : 'invalid']++
  if (isValid && answer.status < 300) counts.accepted++
  const said = describeExchange(request, answer)
  if (answer.status >= 500) return said
  try {
    documented.expectFit(operationId, answer.status, answer)
  } catch (error) {
    return `${said} ${(error as Error).message.slice(0, 300)}`
  }
  // Of what the store has; and a body may be too large for its address, however its fields fit.
  const states = [404, 409, 412, 413, 422]
  if (!(await hasNextPage(request, answer))) return `${said}: next_cursor is refused`
  const isRight = isValid
    ? answer.status < 300 || states.includes(answer.status) || isUnsaid(`${api} ${operationId}`, answer)
    : [400, 413, ...refusedEarlier(api)].includes(answer.status)
  return isRight ? undefined : said
}

// The dashboard looks for the store and its member before it reads the request, and the management API for a record.
const refusedEarlier = (api: string) => (['dashboard', 'manage'].includes(api) ? [404] : [])

/** Whether the cursor of a page, if it has one, is taken. */
async function hasNextPage({ method, path, headers }: GeneratedRequest, { body }: Answer): Promise<boolean> {
  const cursor: unknown = body?.next_cursor
  if (typeof cursor !== 'string') return true
  const next = `${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`
  return (await it.send(method, next, { headers })).status === 200
}

function describeExchange(
  { operationId, method, path, headers, text = '', isValid }: GeneratedRequest,
  { status, body }: Answer,
): string {
  const answered = body?.user_message?.en_us ?? JSON.stringify(body)?.slice(0, 300)
  const sent = `${method} ${path.slice(0, 300)} ${JSON.stringify(headers)} ${text.slice(0, 600)}`
  return `${operationId}, ${isValid ? 'valid' : 'invalid'}: ${status} ${answered} | ${sent}`
}
