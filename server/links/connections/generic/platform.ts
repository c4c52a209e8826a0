import { nothing, type Platform, type ShopChange, ShopProblem } from '../platform.ts'
import { sentence, uniqueSentences } from '../sentences.ts'
import { isSecretHeader } from '../shop/secret-header.ts'
import { expressionProblem, fields, neededFields } from './fields.ts'
import { dateProblems, mapBody, parcelProblems } from './mapping.ts'

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
    const [incomplete] = [...dateProblems(options), ...parcelProblems(options)]
    if (incomplete) throw new ShopProblem(incomplete, mend)
    const {
      orders,
      problems,
      unread = [],
      notes = [],
    } = await mapBody(expressions?.owner ?? secret, options, body.toString(), expressions?.count)
    const [problem] = problems
    if (problem && orders.length === 0)
      throw new ShopProblem(sentence('problems', { problems: problems.slice(0, 3) }), mend, {
        subject: onlyOne(unread),
      })
    if (orders.length === 0) return [nothing(sentence('mappingNone'))]
    const changes: ShopChange[] = orders.map(order => ({ kind: 'order', order }))
    // Neither a wrong order nor a wrong word stops the others.
    const told = [
      ...(notes.length > 0 ? [sentence('leftOut', { fields: uniqueSentences(notes).slice(0, 5) })] : []),
      ...(problem ? [sentence('mappingOther', { problem: [problem] })] : []),
    ]
    return [...changes, ...told.map(why => nothing(why))]
  },
}

const onlyOne = (ids: string[]) => (ids.length === 1 ? ids[0] : undefined)

const mend = sentence('mappingMend')
