import { useSearchParams } from 'react-router'

/** The page's URL parameters and a function to change them. A null or empty value removes its parameter. */
export function useUrlParams<Name extends string>() {
  const [params, setParams] = useSearchParams()
  const setUrlParams = (changes: Partial<Record<Name, string | null>>, { replace = true } = {}) =>
    setParams(
      previous => {
        const next = new URLSearchParams(previous)
        for (const [name, value] of Object.entries<string | null | undefined>(changes)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace },
    )
  return [params, setUrlParams] as const
}
