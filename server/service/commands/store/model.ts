import { type Command, InvalidArgumentError } from 'commander'
import { mostMoney } from '../../../tenants/stores/settings/model-settings.ts'
import type { StoreSettings } from '../../../tenants/stores/stores.ts'
import { yesOrNo } from '../output.ts'

export type ModelFlags = {
  modelUrl?: string
  modelName?: string
  modelMonthlyLimit?: number
  modelPriceIn?: number
  modelPriceOut?: number
  translateReviews?: boolean
  summarizeReviews?: boolean
}

/** Adds the options for a store's language model. `store model-key` sets its key. */
export function withModel(command: Command): Command {
  return command
    .option('--model-url <url|none>', 'server that speaks the dialect of OpenAI’s chat completions (none)')
    .option('--model-name <name|none>', 'its language model (none)')
    .option('--model-monthly-limit <amount>', 'most that it may cost in a calendar month (0)', amount)
    .option('--model-price-in <amount>', 'price of a million tokens that it reads (0)', amount)
    .option('--model-price-out <amount>', 'price of a million tokens that it writes (0)', amount)
    .option('--translate-reviews <true|false>', 'let shoppers have reviews translated (false)', yesOrNo)
    .option('--summarize-reviews <true|false>', 'write summaries of reviews (false)', yesOrNo)
}

export function toModel(flags: ModelFlags) {
  return {
    model_url: orNull(flags.modelUrl),
    model_name: orNull(flags.modelName),
    model_monthly_limit: flags.modelMonthlyLimit,
    model_price_in: flags.modelPriceIn,
    model_price_out: flags.modelPriceOut,
    translate_reviews: flags.translateReviews,
    summarize_reviews: flags.summarizeReviews,
  } satisfies { [name in keyof StoreSettings]?: StoreSettings[name] | undefined }
}

const orNull = (text: string | undefined) => (text === 'none' ? null : text)

function amount(text: string): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (value <= mostMoney) return value
  throw new InvalidArgumentError(`It takes an amount from 0 to ${mostMoney}, such as 2.5.`)
}
