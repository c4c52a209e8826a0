import { useQuery } from '@tanstack/react-query'
import type { RequestTests } from '../../../server/answers/insights/insight-schemas.ts'
import { stableJson } from '../../../server/foundation/lib/text/stable-json.ts'
import type { RequestRule } from '../../../server/tenants/stores/settings/request-rules.ts'
import { get, storePath, type Wire } from '../../api.ts'
import { useStore } from '../../store.tsx'

/** Requests of each half of a new test: a change from 15 % to 23 % of them shows. */
export const usualSize = 400

type TestResult = Wire<RequestTests>['result'][number]

/** A rule as it is saved, and what the service counts of its test. */
export type SavedTest = { rule: RequestRule; result: TestResult | undefined }

/** Finds the saved test of a rule, which has its name. */
export function useSavedTests(saved: RequestRule[]): (rule: RequestRule) => SavedTest | undefined {
  const { store_id } = useStore()
  const tested = saved.filter(({ test }) => test)
  const { data } = useQuery({
    // A changed test begins anew.
    queryKey: [store_id, 'request-tests', JSON.stringify(tested)],
    queryFn: () => get<Wire<RequestTests>>(storePath(store_id, '/insights/tests')),
    enabled: tested.length > 0,
  })
  return ({ name }) => {
    const rule = tested.find(one => one.name === name)
    return rule && { rule, result: data?.result.find(one => one.rule === name) }
  }
}

/** Whether the test goes on as it is when the rule is saved: its halves get what they got before. */
export function isSameTest({ then, test }: RequestRule, saved: RequestRule): boolean {
  return stableJson([then, test]) === stableJson([saved.then, saved.test])
}
