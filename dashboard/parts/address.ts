import { useSearchParams } from 'react-router'

/** What of a screen the address keeps, and the way to change it; what becomes null or empty leaves it. */
export function useUrlParams<Name extends string>() {
  const [params, setParams] = useSearchParams()
  const setUrlParams = (changes: Partial<Record<Name, string | null>>, { replace = true } = {}) =>
    setParams(
      before => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries<string | null | undefined>(changes)) {
          if (value) after.set(name, value)
          else after.delete(name)
        }
        return after
      },
      { replace },
    )
  return [params, setUrlParams] as const
}
