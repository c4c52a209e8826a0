import { readFileSync } from 'node:fs'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { longestRetention, shortestRetention } from '../../../foundation/personal-data/retention.ts'
import { type RequestRule, requestRules } from '../../../tenants/stores/settings/request-rules.ts'
import type { StoreSettings } from '../../../tenants/stores/stores.ts'
import { listOrNone, wholeNumber, yesOrNo } from '../output.ts'

export type RequestFlags = {
  requestRules?: RequestRule[]
  ownHolidays?: string[]
  reminders?: number[]
  paused?: boolean
  requestChannel?: StoreSettings['request_channel']
  linkDays?: number
  reviewPeriod?: number | 'none'
  formProducts?: number
  askAgainAfter?: number | 'never'
  openReviews?: boolean
  insiderDomains?: string[]
  videos?: boolean
  buyerAnswers?: boolean
  asksAboutStore?: boolean
  secondFactorRequired?: boolean
  retentionMonths?: number | 'none'
}

/** The flags of what follows a review request. */
export function withRequests(command: Command): Command {
  return command
    .option(
      '--own-holidays <dates|none>',
      'days without requests, such as 2027-07-09, or 07-09 for every year, separated by commas (none)',
      listOrNone,
    )
    .option(
      '--reminders <days|none>',
      'send reminders this many days after the request, such as 3 or 3,7 (none)',
      days,
    )
    .option(
      '--request-rules <file|none>',
      'JSON file with the rules for some orders and products; - reads standard input (none)',
      rulesOfFile,
    )
    .option('--paused <true|false>', 'pause review requests (false)', yesOrNo)
    .addOption(
      new Option('--request-channel <name>', 'ask buyers first by this channel (email)').choices([
        'email',
        'whatsapp',
        'sms',
      ]),
    )
    .option('--link-days <days>', 'days that a review link is valid (90)', wholeNumber(1, 365))
    .option(
      '--review-period <days|none>',
      'days after the delivery in which the form of an order takes new reviews (none)',
      text => (text === 'none' ? text : wholeNumber(1, 365)(text)),
    )
    .option('--form-products <n>', 'maximum products in one form (7)', wholeNumber(1, 50))
    .option(
      '--ask-again-after <days|never>',
      'days until a buyer is asked again about a product that they have reviewed (never)',
      text => (text === 'never' ? text : wholeNumber(1, 3650)(text)),
    )
    .option('--open-reviews <true|false>', 'accept reviews without an order (false)', yesOrNo)
    .option(
      '--insider-domains <list|none>',
      'domains whose addresses only the team has, such as shop.example, separated by commas (none)',
      listOrNone,
    )
    .option('--videos <true|false>', 'let buyers add a video to a review (false)', yesOrNo)
    .option('--buyer-answers <true|false>', 'let shoppers answer questions of others (false)', yesOrNo)
    .option('--asks-about-store <true|false>', 'ask about the store too in forms of orders (false)', yesOrNo)
    .option(
      '--second-factor-required <true|false>',
      'let members in only with a second factor (false)',
      yesOrNo,
    )
    .option(
      '--retention-months <n|none>',
      'months after their last use until orders, mailings and the audit log are deleted; none keeps them (24)',
      months,
    )
}

export function toRequests(flags: RequestFlags) {
  return {
    own_holidays: flags.ownHolidays,
    reminder_days: flags.reminders,
    request_rules: flags.requestRules,
    requests_paused: flags.paused,
    request_channel: flags.requestChannel,
    link_days: flags.linkDays,
    review_period_days: flags.reviewPeriod === 'none' ? null : flags.reviewPeriod,
    form_products: flags.formProducts,
    ask_again_after: flags.askAgainAfter === 'never' ? null : flags.askAgainAfter,
    open_reviews: flags.openReviews,
    insider_domains: flags.insiderDomains,
    videos: flags.videos,
    buyer_answers: flags.buyerAnswers,
    asks_about_store: flags.asksAboutStore,
    second_factor_required: flags.secondFactorRequired,
    retention_months: flags.retentionMonths === 'none' ? null : flags.retentionMonths,
  } satisfies { [name in keyof StoreSettings]?: StoreSettings[name] | undefined }
}

// Not null: commander replaces it by an empty text.
function months(text: string): number | 'none' {
  return text === 'none' ? text : wholeNumber(shortestRetention, longestRetention)(text)
}

function days(text: string): number[] {
  const numbers = listOrNone(text)
  if (numbers.every(number => /^\d+$/.test(number))) return numbers.map(Number)
  throw new InvalidArgumentError('It takes days such as 3 or 3,7, or none.')
}

// Rules are checked where they are saved: here only their shape, which tells what is missing where.
function rulesOfFile(path: string): RequestRule[] {
  if (path === 'none') return []
  const read = requestRules.safeParse(parse(path))
  if (read.success) return read.data
  const [issue] = read.error.issues
  const place = issue?.path.map(String).join('.') || 'the list'
  throw new InvalidArgumentError(`${place} is not as a rule has it. See docs/how-to/rules-for-segments.md.`)
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path === '-' ? 0 : path, 'utf8'))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new InvalidArgumentError(`It takes a JSON file with a list of rules, or none. ${why}`)
  }
}
