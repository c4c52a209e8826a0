import { useSearchParams } from 'react-router'

/** The page's URL parameters and a function to change them. A null or empty value removes its parameter. */
export function useUrlParams<Name extends string>() {
  const [params, setParams] = useSearchParams()
  const setUrlParams = (changes: Partial<Record<Name, string | null>>, { replace = true } = {}) => {
    // From the address itself: `params` lacks a change that was made since the last render.
    const next = new URLSearchParams(location.search)
    for (const [name, value] of Object.entries<string | null | undefined>(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    setParams(next, { replace })
  }
  return [params, setUrlParams] as const
}
