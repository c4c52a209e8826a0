import { type Platform, type ShopChange, ShopProblem } from '../platform.ts'
import { isSecretHeader } from '../shop/secret-header.ts'
import { expressionProblem, fields, neededFields } from './fields.ts'
import { dateProblems, mapBody } from './mapping.ts'

/** Any system that can send its orders as JSON. */
export const generic: Platform = {
  name: 'generic',
  needs: neededFields,
  options: Object.fromEntries(fields.map(name => [name, expressionProblem])),

  authenticate({ headers }, { secret }) {
    if (!isSecretHeader(headers, secret))
      return { kind: 'refused', why: 'The header X-Realword-Secret is missing or wrong.' }
    const deliveryId = headers['webhook-id'] ?? headers['idempotency-key']
    return { kind: 'event', topic: 'orders', ...(deliveryId && { deliveryId: deliveryId.slice(0, 255) }) }
  },

  async read({ body }, { settings: { options, secret }, expressions }) {
    const [noDate] = dateProblems(options)
    if (noDate) throw new ShopProblem(noDate, mend)
    const {
      orders,
      problems,
      unread = [],
    } = await mapBody(expressions?.owner ?? secret, options, body.toString(), expressions?.count)
    const [problem] = problems
    if (problem && orders.length === 0)
      throw new ShopProblem(problems.slice(0, 3).join('; '), mend, { subject: onlyOne(unread) })
    if (orders.length === 0) return [{ kind: 'nothing', why: 'the mapping found no order in it' }]
    const changes: ShopChange[] = orders.map(order => ({ kind: 'order', order }))
    // A wrong order does not stop its neighbours.
    return problem
      ? [...changes, { kind: 'nothing', why: `another order was not read: ${problem}` }]
      : changes
  },
}

const onlyOne = (ids: string[]) => (ids.length === 1 ? ids[0] : undefined)

const mend = 'Change the mapping of the connection, try it on a sample, and retry the event.'
