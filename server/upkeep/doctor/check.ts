import { Problem } from '../../foundation/lib/problem.ts'

export type Status = 'ok' | 'warning' | 'error'

/** The result of a check; `detail` says what was found and, unless all is well, what to do about it. */
export type Check = { name: string; status: Status; detail: string }

export type Finding = Omit<Check, 'name'>

export const ok = (detail: string): Finding => ({ status: 'ok', detail })
export const warning = (detail: string): Finding => ({ status: 'warning', detail })
export const error = (detail: string): Finding => ({ status: 'error', detail })

/** Runs one check. An error that it throws becomes its result. */
export async function check(name: string, look: () => Finding | Promise<Finding>): Promise<Check> {
  try {
    return { name, ...(await look()) }
  } catch (thrown) {
    const fix = thrown instanceof Problem ? ` ${thrown.fix}` : ''
    return { name, ...error(`${(thrown as Error).message}${fix}`) }
  }
}
