import type { BuiltFiles } from '../../foundation/http/pages/built-files.ts'
import { languagesIn } from '../../foundation/texts/texts.ts'

/** Compressed bytes (brotli) that a page loads for each element, including the shared entry. */
export type Weights = { rating: number; reviews: number; questions: number; both: number }

/**
 * Weighs the built widgets. Counts the largest language, because a page loads one. All zero if the widgets were not
 * built.
 */
export function weighWidgets(files: BuiltFiles): Weights {
  const weigh = (...chunks: string[]) => {
    const needed = new Set<string>()
    const add = (name: string) => {
      if (needed.has(name)) return
      needed.add(name)
      for (const one of importsOf(files, name)) add(one)
    }
    for (const name of ['widgets.js', ...chunks]) add(name)
    return [...needed].reduce((sum, name) => sum + sizeOf(files, name), 0)
  }
  const chunk = (name: string) => files.names().filter(one => one.startsWith(`chunks/${name}-`))
  const languages = languagesIn('widgets').flatMap(chunk)
  const largest = languages.sort((a, b) => sizeOf(files, b) - sizeOf(files, a)).slice(0, 1)
  const [reviews, questions] = [chunk('reviews'), chunk('questions')]
  return {
    rating: weigh(),
    reviews: weigh(...reviews, ...largest),
    questions: weigh(...questions, ...largest),
    both: weigh(...reviews, ...questions, ...largest),
  }
}

function sizeOf(files: BuiltFiles, name: string): number {
  const forms = files.find(name)?.forms
  return (forms?.get('br') ?? forms?.get('identity'))?.length ?? 0
}

// Static imports of a chunk, without those it may load later by `import(…)`.
function importsOf(files: BuiltFiles, name: string): string[] {
  if (!name.startsWith('chunks/')) return []
  const code = files.find(name)?.forms.get('identity')?.toString() ?? ''
  return [...code.matchAll(/(?:import|from)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)].map(
    ([, file]) => `chunks/${file}`,
  )
}
