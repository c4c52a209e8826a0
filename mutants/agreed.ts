import type { Result } from './journal.ts'

/**
 * The result of two runs that agree, or else of a third: a test may fail, or notice nothing, by chance. What hangs, or is
 * no result of a test, is not run again.
 */
export async function agreed<Verdict extends { result: Result }>(
  run: () => Promise<Verdict>,
): Promise<Verdict> {
  const first = await run()
  if (first.result !== 'killed' && first.result !== 'survived') return first
  const second = await run()
  return second.result === first.result ? first : await run()
}
