import { ApiError } from '../../foundation/errors/errors.ts'
import type { FieldProblem } from '../../foundation/errors/field-problems.ts'

/** Why an endpoint is not accepted. `more_info` of the answer has the name, which the dashboard words by itself. */
export const refusals = {
  address: 'it takes an address that begins with https://, without a user or password',
  plain: 'it takes https; plain http is for networks of EGRESS_ALLOW',
  port: 'it takes port 443; leave the port out, or the operator can allow it with EGRESS_ALLOW',
  private: 'it is in a private network; the operator can allow one with EGRESS_ALLOW',
  many: 'more than 20; delete one first',
} as const

export type Refusal = keyof typeof refusals

/** The `settings_invalid` of an endpoint that is not accepted. */
export function refusalError(path: 'url' | 'webhooks', refusal: Refusal): ApiError {
  const problems: FieldProblem[] = [{ path, problem: 'refused', values: [refusals[refusal]] }]
  return new ApiError('settings_invalid', { problems, moreInfo: { refusal } })
}
