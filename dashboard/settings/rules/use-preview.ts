import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { RulesPreview } from '../../../server/asking/orders/rules/preview.ts'
import type { SettingsChange } from '../../../server/tenants/stores/settings/settings-schemas.ts'
import { ApiFailure, post, storePath, type Wire } from '../../api.ts'
import { useStore } from '../../store.tsx'

export type ScheduleDraft = Pick<
  SettingsChange,
  'request_rules' | 'request_delay_days' | 'send_at' | 'avoid_weekends' | 'avoid_holidays' | 'own_holidays'
>

export type PreviewOfRules = {
  data: Wire<RulesPreview> | undefined
  error: Error | null
  refetch: () => unknown
  /** What is wrong with each rule, by its field: `name`, `price_to`, `test.size`. */
  problems: Map<number, Record<string, string>>
}

/** What the draft would do with the newest orders, fetched 400 ms after the last change. */
export function useRulesPreview(draft: ScheduleDraft): PreviewOfRules {
  const { store_id, isOwner } = useStore()
  const [debounced] = useDebouncedValue(JSON.stringify(draft), 400)
  const { data, error, refetch } = useQuery({
    queryKey: [store_id, 'rules-preview', debounced],
    queryFn: () => post<Wire<RulesPreview>>(storePath(store_id, '/rules-preview'), JSON.parse(debounced)),
    placeholderData: keepPreviousData,
    retry: false,
    enabled: isOwner,
  })
  const problems = problemsOf(error)
  return { data, error, refetch, problems }
}

/** The problems of each rule in a validation error: `request_rules.0.when.price_to: …; …`. */
function problemsOf(error: Error | null): Map<number, Record<string, string>> {
  const problems = new Map<number, Record<string, string>>()
  if (!(error instanceof ApiFailure) || error.code !== 802030) return problems
  for (const part of error.message.split('; ')) {
    const {
      rule,
      path = '',
      text = '',
    } = /^request_rules\.(?<rule>\d+)\.(?<path>[^:]*): (?<text>.*)$/.exec(part)?.groups ?? {}
    if (rule === undefined) continue
    problems.set(Number(rule), { ...problems.get(Number(rule)), [fieldOf(path)]: text })
  }
  return problems
}

// Without the place in a list: `when.tags.3` is about the tags. A test has fields that are called as those of the rule.
function fieldOf(path: string): string {
  const parts = path.split('.').filter(name => !/^\d+$/.test(name))
  return parts[0] === 'test' ? parts.slice(0, 2).join('.') : (parts.at(-1) ?? '')
}
