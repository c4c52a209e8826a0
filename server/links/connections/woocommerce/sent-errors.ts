import { z } from 'zod'
import { maskContacts } from '../../../foundation/personal-data/contacts/mask-contacts.ts'
import { ShopProblem } from '../platform.ts'
import { parseJson } from '../shop/parse-json.ts'

/** An error in the place of what a webhook is about. `hidesOrder`: an order may have changed nevertheless. */
export type SentError = { why: string; hidesOrder: boolean }

const sent = z.object({ code: z.string().regex(/^[a-z]\w{0,99}$/), message: z.string().catch('') })

/**
 * WooCommerce signs and sends whatever its own API answers, also errors. Undefined for anything else. Throws ShopProblem for
 * one that the merchant has to mend.
 */
export function readSentError(body: Buffer): SentError | undefined {
  const error = sent.safeParse(unlessBroken(body)).data
  if (!error) return undefined
  const { code, message } = error
  if (code === 'rest_no_route')
    return {
      why: 'WooCommerce sent its error rest_no_route instead of the order, as shops do that send webhooks during the checkout. The next event of the order, or the nightly back-fill with a consumer key, brings it.',
      hidesOrder: true,
    }
  if (/_invalid_id$/.test(code))
    return {
      why: `It was deleted in the shop before WooCommerce sent the event (${code}): nothing is to be done.`,
      hidesOrder: false,
    }
  const words = maskContacts([...message.replace(/\s+/g, ' ')].slice(0, 160).join(''), {})
  throw new ShopProblem(
    `WooCommerce sent an error instead of the order: ${code}${words && ` (${words})`}.`,
    'The webhook acts for the user who saved it: in WooCommerce open Settings → Advanced → Webhooks, and save it again as an administrator. Then retry the event, or fetch earlier orders.',
  )
}

function unlessBroken(body: Buffer): unknown {
  try {
    return parseJson(body)
  } catch {
    return undefined
  }
}
