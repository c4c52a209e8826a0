import type { FieldProblem } from '../../../foundation/errors/field-problems.ts'
import { isStorable } from '../../../foundation/lib/text/storable.ts'
import type { StoreSettings } from '../stores.ts'

/** The largest amount of money, in the currency of the store's language model. */
export const mostMoney = 100_000

const amounts = ['model_monthly_limit', 'model_price_in', 'model_price_out'] as const

type ModelSettings = Pick<StoreSettings, (typeof amounts)[number] | 'model_url' | 'model_name'>

/** What is wrong with the settings of a language model. */
export function wrongModel(store: ModelSettings): FieldProblem[] {
  const { model_url, model_name } = store
  const wrong = amounts.flatMap((path): FieldProblem[] => {
    if (!(store[path] >= 0)) return [{ path, problem: 'number_min', values: [0] }]
    return store[path] > mostMoney ? [{ path, problem: 'number_max', values: [mostMoney] }] : []
  })
  if (model_url !== null && !isServer(model_url))
    wrong.push({ path: 'model_url', problem: 'web_address', values: [], given: model_url })
  if (model_name !== null && !isName(model_name))
    wrong.push({ path: 'model_name', problem: 'length', values: [1, 255] })
  return wrong
}

// A key in the address would be shown with the settings.
function isServer(text: string): boolean {
  const url = text.length <= 2048 && isStorable(text) ? URL.parse(text) : null
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    !url.username &&
    !url.password &&
    !url.search &&
    !url.hash
  )
}

function isName(text: string): boolean {
  return text.trim() !== '' && [...text].length <= 255 && isStorable(text)
}
