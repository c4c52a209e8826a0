import type { RequestRule } from '../../../server/tenants/stores/settings/request-rules.ts'
import { useLanguage, useTexts } from '../../words/words.tsx'

/** Says a rule in a line: "2 products · from R$ 500 · Brazil → 30 days after delivery". */
export function useRuleSummary(currency: string | null): (rule: RequestRule) => string {
  const texts = useTexts('rules')
  const schedule = useTexts('schedule')
  const { language } = useLanguage()
  const regions = new Intl.DisplayNames(language, { type: 'region' })
  const money = new Intl.NumberFormat(
    language,
    currency ? { style: 'currency', currency, maximumFractionDigits: 2, minimumFractionDigits: 0 } : {},
  )

  const conditions = ({ when }: RequestRule): string[] => {
    const products = (when.product_ids?.length ?? 0) + (when.group_ids?.length ?? 0)
    return [
      ...(products > 0 ? [texts.products({ count: products })] : []),
      ...(when.tags ?? []),
      ...(when.price_from === undefined ? [] : [texts.from({ price: money.format(when.price_from) })]),
      ...(when.price_to === undefined ? [] : [texts.to({ price: money.format(when.price_to) })]),
      ...(when.countries ? [countriesOf(when.countries)] : []),
      ...(when.buyer ? [texts.buyers[when.buyer]] : []),
    ]
  }
  const countriesOf = (codes: string[]) => {
    const named = codes.slice(0, 3).map(code => regions.of(code) ?? code)
    return codes.length > 3 ? `${named.join(', ')} +${codes.length - 3}` : named.join(', ')
  }
  const effects = ({ then, test }: RequestRule): string[] => {
    if (then.ask === false) return [texts.dontAsk]
    const changed = changes(then)
    const tested = test ? [texts.test.summaries[test.subjects ? 'subject' : 'delay']] : []
    return [...(changed.length > 0 ? changed : [texts.asUsual]), ...tested]
  }
  const changes = (then: RequestRule['then']): string[] => [
    ...(then.delay_days === undefined ? [] : [delayOf(then.delay_days)]),
    ...(then.reminders === undefined ? [] : [remindersOf(then.reminders)]),
    ...(then.channel ? [texts.channels[then.channel]] : []),
    ...(then.form ? [texts.shorterForm] : []),
  ]
  const delayOf = (days: number) => (days === 0 ? schedule.sameDay : schedule.days({ count: days }))
  const remindersOf = (days: number[]) =>
    days.length === 0 ? texts.noReminders : texts.remindersAfter({ days: days.join(', ') })

  return rule => {
    const all = conditions(rule)
    return `${all.length > 0 ? all.join(' · ') : texts.everyOrder} → ${effects(rule).join(' · ')}`
  }
}
