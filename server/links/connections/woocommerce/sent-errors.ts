import { z } from 'zod'
import { maskContacts } from '../../../foundation/personal-data/contacts/mask-contacts.ts'
import { ShopProblem } from '../platform.ts'
import { type Sentence, sentence } from '../sentences.ts'
import { parseJson } from '../shop/parse-json.ts'

/** An error in the place of what a webhook is about. `hidesOrder`: an order may have changed nevertheless. */
export type SentError = { why: Sentence; hidesOrder: boolean }

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
      why: sentence('noRoute'),
      hidesOrder: true,
    }
  if (/_invalid_id$/.test(code))
    return {
      why: sentence('deletedInShop', { code }),
      hidesOrder: false,
    }
  const words = maskContacts([...message.replace(/\s+/g, ' ')].slice(0, 160).join(''), {})
  throw new ShopProblem(
    words ? sentence('wooError', { code, words }) : sentence('wooErrorAlone', { code }),
    sentence('wooErrorMend'),
  )
}

function unlessBroken(body: Buffer): unknown {
  try {
    return parseJson(body)
  } catch {
    return undefined
  }
}
