import type { Result } from './journal.ts'

/**
 * The result of two runs that agree, or else of a third: a test may fail, or notice nothing, by chance, and its process
 * may end for want of memory. What is no result of a test is not run again.
 */
export async function agreed<Verdict extends { result: Result }>(
  run: () => Promise<Verdict>,
): Promise<Verdict> {
  const first = await run()
  if (first.result === 'unreached' || first.result === 'invalid') return first
  const second = await run()
  return second.result === first.result ? first : await run()
}
