import type { Source } from '../../config.ts'

/**
 * Creates a function that adds the JSON-LD of a source to the page, in place of that of an earlier one. Without a
 * source it removes it. The code for it is loaded when it is needed.
 */
export function createDescription(): (source?: Source) => Promise<void> {
  let described: string | undefined
  let present: AbortController | undefined
  return async source => {
    const wanted = JSON.stringify(source)
    if (wanted === described) return
    described = wanted
    present?.abort()
    if (!source) return
    present = new AbortController()
    const { signal } = present
    const { addStructuredData } = await import('./structured-data.ts')
    await addStructuredData(source, signal)
  }
}
